private import CExpat
import Score

/// Reads XML by expat into a flat tree.
///
/// Nothing is fetched: an external entity is an error, an external DTD is not looked at. Entities
/// that the document declares may not hold other entities, and what all of them expand to may not be
/// more than `growth` times the document and `freeBytes`, so that neither "billion laughs" nor a
/// quadratic blow-up gets far. Encodings are those of expat: UTF-8, UTF-16, ISO-8859-1, US-ASCII.
struct XMLParser {
  /// How much bigger than the document what it expands to may be.
  static let growth = 4
  /// How deep elements may stand in each other; MusicXML needs about ten.
  static let depth = 256
  /// What may be expanded in any case, in bytes.
  static let freeBytes = 1 << 20

  /// The tree of a document.
  static func tree(of document: [UInt8]) throws(XMLFailure) -> XMLTree {
    guard document.count < Int(UInt32.max / 2) else {
      throw XMLFailure(
        .tooLarge, byte: 0, "the document has \(document.count) bytes; at most 2 GB are read")
    }
    let expat = try ExpatLibrary.shared.get()
    guard let parser = unsafe expat.create(nil) else {
      throw XMLFailure(.tooLarge, byte: 0, "no memory for the XML parser")
    }
    defer { unsafe expat.free(parser) }
    // A struct behind a pointer: a class would check every access for exclusivity, a fifth of all time.
    let builder = UnsafeMutablePointer<TreeBuilder>.allocate(capacity: 1)
    unsafe builder.initialize(to: TreeBuilder(documentBytes: document.count, expat, parser))
    defer {
      unsafe builder.deinitialize(count: 1)
      unsafe builder.deallocate()
    }
    unsafe expat.setUserData(parser, builder)
    unsafe register(on: parser, of: expat)
    _ = unsafe expat.limitGrowth?(parser, Float(growth))
    _ = unsafe expat.limitFreeBytes?(parser, UInt64(freeBytes))

    var begin = 0
    repeat {
      let count = min(document.count - begin, 1 << 26)
      let isLast: Int32 = begin + count == document.count ? 1 : 0
      let status = unsafe document.withUnsafeBytes { bytes in
        unsafe expat.parse(
          parser,
          bytes.baseAddress.map {
            unsafe $0.advanced(by: begin).assumingMemoryBound(to: CChar.self)
          },
          Int32(count), isLast)
      }
      begin += count
      if status != XML_STATUS_OK {
        if let failure = unsafe builder.pointee.failure { throw failure }
        throw unsafe XMLParser.failure(parser, expat)
      }
    } while begin < document.count
    return unsafe builder.pointee.tree
  }

  private static func register(on parser: OpaquePointer, of expat: ExpatLibrary) {
    unsafe expat.onElement(
      parser,
      { data, name, attributes in
        guard let data = unsafe data, let name = unsafe name else { return }
        unsafe TreeBuilder.of(data).pointee.begin(name, attributes)
      },
      { data, _ in
        guard let data = unsafe data else { return }
        unsafe TreeBuilder.of(data).pointee.end()
      })
    unsafe expat.onText(parser) { data, text, count in
      guard let data = unsafe data, let text = unsafe text, count > 0 else { return }
      unsafe TreeBuilder.of(data).pointee.add(UnsafeBufferPointer(start: text, count: Int(count)))
    }
    unsafe expat.onEntity(parser) { data, name, isParameter, value, count, _, _, _, _ in
      guard let data = unsafe data, isParameter == 0, let value = unsafe value else { return }
      let builder = unsafe TreeBuilder.of(data)
      let holds = unsafe UnsafeBufferPointer(start: value, count: Int(count))
      if unsafe holds.contains(CChar(UInt8(ascii: "&"))) {
        unsafe builder.pointee.stop(
          XMLFailure(
            .unsupported, byte: 0,
            "the entity \(name.map { unsafe String(cString: $0) } ?? "") holds another entity or a character reference that makes one; that is not expanded"
          ))
      }
    }
    unsafe expat.onExternalEntity(parser) { parser, _, _, _, _ in
      guard let parser = unsafe parser, let data = unsafe klavier_user_data(parser) else {
        return 0
      }
      unsafe TreeBuilder.of(data).pointee.stop(
        XMLFailure(
          .unsupported, byte: 0, "an external entity; nothing outside the file is read"))
      return 0
    }
    unsafe expat.onSkippedEntity(parser) { data, name, isParameter in
      guard let data = unsafe data, let name = unsafe name, isParameter == 0 else { return }
      unsafe TreeBuilder.of(data).pointee.skip(entity: String(cString: name))
    }
  }

  private static func failure(_ parser: OpaquePointer, _ expat: ExpatLibrary) -> XMLFailure {
    let code = unsafe expat.error(parser)
    let byte = max(0, Int(unsafe expat.byte(parser)))
    let reason = unsafe expat.errorText(code).map { unsafe String(cString: $0) } ?? "unknown error"
    let place = unsafe (
      Int(expat.line(parser)), Int(expat.column(parser)) + 1
    )
    switch code {
    case XML_ERROR_UNKNOWN_ENCODING:
      return XMLFailure(
        .unsupported, byte: byte,
        "an encoding that is not read; UTF-8, UTF-16, ISO-8859-1 and US-ASCII are", place: place)
    case XML_ERROR_AMPLIFICATION_LIMIT_BREACH:
      return XMLFailure(
        .tooLarge, byte: byte, "entities that expand to many times the document", place: place)
    case XML_ERROR_NO_MEMORY:
      return XMLFailure(.tooLarge, byte: byte, "no memory to read it", place: place)
    case XML_ERROR_NO_ELEMENTS:
      return XMLFailure(
        .malformed, byte: byte, "not well-formed XML: it ends too early", place: place)
    default:
      return XMLFailure(.malformed, byte: byte, "not well-formed XML: \(reason)", place: place)
    }
  }
}

/// Why a document could not be read, and where.
struct XMLFailure: Error, Hashable {
  var reason: ScoreError.Reason
  var byte: Int
  var message: String
  /// Line and column from 1, where expat knows them.
  var line: Int?
  var column: Int?

  init(
    _ reason: ScoreError.Reason, byte: Int, _ message: String,
    place: (line: Int, column: Int)? = nil
  ) {
    self.reason = reason
    self.byte = byte
    self.message = message
    line = place?.line
    column = place?.column
  }
}

/// What expat's callbacks write to.
@safe
private struct TreeBuilder {
  var tree = XMLTree()
  var failure: XMLFailure?
  private let expat: ExpatLibrary
  private let parser: OpaquePointer
  private var open: [UInt32] = []
  // Elements inside one that nobody reads are only counted.
  private var silentDepth = 0
  private let limit: Int

  init(documentBytes: Int, _ expat: ExpatLibrary, _ parser: OpaquePointer) {
    self.expat = expat
    unsafe self.parser = unsafe parser
    limit = documentBytes * XMLParser.growth + XMLParser.freeBytes
    open.reserveCapacity(32)
    tree.nodes.reserveCapacity(documentBytes / 24)
    tree.text.reserveCapacity(documentBytes / 12)
  }

  static func of(_ data: UnsafeMutableRawPointer) -> UnsafeMutablePointer<TreeBuilder> {
    unsafe data.assumingMemoryBound(to: TreeBuilder.self)
  }

  private var byte: UInt32 {
    UInt32(clamping: unsafe expat.byte(parser))
  }

  mutating func begin(
    _ name: UnsafePointer<CChar>,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    if silentDepth > 0 {
      silentDepth += 1
      if silentDepth > XMLParser.depth {
        stop(
          XMLFailure(.tooLarge, byte: 0, "elements nested deeper than \(XMLParser.depth)"))
      }
      return
    }
    let tag = unsafe TreeBuilder.tag(name)
    if tag == .visual || tag == .unknown {
      silentDepth = 1
      if tag == .unknown {
        tree.unknownCount += 1
        if tree.firstUnknown == nil { tree.firstUnknown = (unsafe String(cString: name), byte) }
      }
      return
    }
    let first = UInt32(tree.attributes.count)
    if let attributes = unsafe attributes {
      var index = 0
      while let key = unsafe attributes[index], let value = unsafe attributes[index + 1] {
        index += 2
        let tag = unsafe TreeBuilder.tag(key)
        if tag == .visual || tag == .unknown { continue }
        let start = tree.text.count
        var end = unsafe value
        while unsafe end.pointee != 0 {
          tree.text.append(UInt8(bitPattern: unsafe end.pointee))
          unsafe end += 1
        }
        tree.attributes.append(
          XMLTree.Attribute(
            tag: tag, start: UInt32(start), length: UInt32(tree.text.count - start)))
      }
    }
    if open.count == XMLParser.depth {
      stop(
        XMLFailure(.tooLarge, byte: 0, "elements nested deeper than \(XMLParser.depth)"))
      return
    }
    open.append(UInt32(tree.nodes.count))
    tree.nodes.append(
      XMLTree.Node(
        tag: tag, attributeCount: UInt16(clamping: tree.attributes.count - Int(first)),
        firstAttribute: first, textStart: UInt32(tree.text.count), textLength: 0, end: 0, byte: byte
      ))
    checkGrowth()
  }

  mutating func end() {
    if silentDepth > 0 {
      silentDepth -= 1
      return
    }
    guard let index = open.popLast().map(Int.init) else { return }
    tree.nodes[index].end = UInt32(tree.nodes.count)
    if index == tree.nodes.count - 1 {
      tree.nodes[index].textLength = UInt32(tree.text.count) - tree.nodes[index].textStart
    }
  }

  mutating func add(_ text: UnsafeBufferPointer<CChar>) {
    if silentDepth > 0 { return }
    // What stands between elements is not text.
    guard let last = open.last, Int(last) == tree.nodes.count - 1 else { return }
    if tree.nodes[Int(last)].textStart == UInt32(tree.text.count) {
      var index = 0
      while index < text.count, unsafe UInt8(bitPattern: text[index]).isXMLSpace { index += 1 }
      if index == text.count { return }
    }
    unsafe text.withMemoryRebound(to: UInt8.self) { unsafe tree.text.append(contentsOf: $0) }
    checkGrowth()
  }

  mutating func skip(entity: String) {
    if tree.firstSkippedEntity == nil { tree.firstSkippedEntity = (entity, byte) }
  }

  mutating func stop(_ failure: XMLFailure) {
    if self.failure == nil {
      var failure = failure
      failure.byte = Int(byte)
      self.failure = failure
    }
    _ = unsafe expat.stop(parser, 0)
  }

  private mutating func checkGrowth() {
    // An element takes at least four bytes of a document (`<a/>`).
    if tree.text.count + 4 * tree.nodes.count > limit {
      stop(
        XMLFailure(.tooLarge, byte: 0, "entities that expand to many times the document"))
    }
  }

  private static func tag(_ name: UnsafePointer<CChar>) -> Tag {
    var hash = TagTable.seed
    var count = 0
    while true {
      let byte = UInt8(bitPattern: unsafe name[count])
      if byte == 0 { break }
      hash = TagTable.mix(hash, byte)
      count += 1
    }
    return unsafe name.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
      TagTable.all.tag(
        hash: hash, of: unsafe UnsafeBufferPointer(start: bytes, count: count).span)
    }
  }
}
