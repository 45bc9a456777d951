import Synthesis
import Testing

@Suite struct SHA256Tests {
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let expected: String
    var testDescription: String { "\(text.utf8.count) bytes" }
  }

  /// FIPS 180-4's examples, and sha256sum of coreutils.
  @Test(arguments: [
    Row(
      text: "", expected: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    Row(
      text: "abc", expected: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    Row(
      text: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      expected: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    Row(
      text: String(repeating: "a", count: 1000),
      expected: "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
  ])
  func `digests are those of the standard`(_ row: Row) {
    var digest = SHA256()
    digest.update(Array(row.text.utf8))
    #expect(digest.hexadecimal() == row.expected)
  }

  @Test(arguments: [1, 63, 64, 65, 100])
  func `pieces do not show`(_ size: Int) {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    var whole = SHA256()
    whole.update(bytes)
    var cut = SHA256()
    for start in stride(from: 0, to: 1000, by: size) {
      cut.update(Array(bytes[start..<min(start + size, 1000)]))
    }
    let (a, b) = (whole.hexadecimal(), cut.hexadecimal())
    #expect(a == b)
  }
}
