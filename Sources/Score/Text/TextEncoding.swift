/// How the bytes of a file's texts stand for characters.
public enum TextEncoding: String, Sendable, Hashable, CaseIterable {
  case utf8 = "UTF-8"
  case shiftJIS = "CP932"
  case eucKR = "CP949"
  case big5 = "BIG5-HKSCS"
  case gbk = "GBK"
  case windows1251 = "CP1251"
  case koi8R = "KOI8-R"
  /// Latin-1 with the punctuation that Windows adds to it.
  case latin1 = "CP1252"
}
