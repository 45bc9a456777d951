private import CSndfile

/// A text that audio files keep beside the sound.
public enum Tag: String, Sendable, Hashable, CaseIterable {
  case title, artist, album, comment, copyright, date, genre, software, license, tracknumber

  /// libsndfile's number for it.
  var code: Int32 {
    let code =
      switch self {
      case .title: SF_STR_TITLE
      case .artist: SF_STR_ARTIST
      case .album: SF_STR_ALBUM
      case .comment: SF_STR_COMMENT
      case .copyright: SF_STR_COPYRIGHT
      case .date: SF_STR_DATE
      case .genre: SF_STR_GENRE
      case .software: SF_STR_SOFTWARE
      case .license: SF_STR_LICENSE
      case .tracknumber: SF_STR_TRACKNUMBER
      }
    return Int32(code)
  }
}
