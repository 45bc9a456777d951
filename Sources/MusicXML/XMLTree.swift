/// A document as a flat list of elements in the order of their begins, each knowing where its content
/// ends: children are walked by index, without recursion and without an allocation for each.
struct XMLTree: Sendable {
  /// An element.
  struct Node: Sendable {
    /// Its name.
    var tag: Tag
    /// How many attributes it has.
    var attributeCount: UInt16
    /// The index of its first attribute.
    var firstAttribute: UInt32
    /// Where its text begins in `text`.
    var textStart: UInt32
    /// How long its text is, in bytes of UTF-8.
    var textLength: UInt32
    /// The index behind its last descendant.
    var end: UInt32
    /// Where it begins in the document, in bytes.
    var byte: UInt32
  }

  /// An attribute that the reader looks at.
  struct Attribute: Sendable {
    /// Its name.
    var tag: Tag
    /// Where its value begins in `text`.
    var start: UInt32
    /// How long the value is, in bytes.
    var length: UInt32
  }

  var nodes: [Node] = []
  var attributes: [Attribute] = []
  var text: [UInt8] = []
  /// The first element that MusicXML does not have: its name and place.
  var firstUnknown: (name: String, byte: UInt32)?
  /// How many such elements there are.
  var unknownCount = 0
  /// The first entity that is not declared in the document and so was left out.
  var firstSkippedEntity: (name: String, byte: UInt32)?
}

extension XMLTree {
  /// The index of an element.
  typealias Index = Int

  /// The children of an element, in order.
  struct Children: Sequence, IteratorProtocol {
    let nodes: [Node]
    var position: Index
    let end: Index

    mutating func next() -> (index: Index, tag: Tag)? {
      guard position < end else { return nil }
      let index = position
      position = Int(nodes[index].end)
      return (index, nodes[index].tag)
    }
  }

  /// The children of an element, in order.
  func children(of index: Index) -> Children {
    Children(nodes: nodes, position: index + 1, end: Int(nodes[index].end))
  }

  /// The first child of that name.
  func child(_ tag: Tag, of index: Index) -> Index? {
    for child in children(of: index) where child.tag == tag { return child.index }
    return nil
  }

  /// The text of an element without the white space around it.
  func bytes(_ index: Index) -> ArraySlice<UInt8> {
    let node = nodes[index]
    return trimmed(Int(node.textStart), Int(node.textLength))
  }

  /// The value of an attribute without the white space around it.
  func attribute(_ tag: Tag, of index: Index) -> ArraySlice<UInt8>? {
    let node = nodes[index]
    var position = Int(node.firstAttribute)
    let end = position + Int(node.attributeCount)
    while position < end {
      if attributes[position].tag == tag {
        return trimmed(Int(attributes[position].start), Int(attributes[position].length))
      }
      position += 1
    }
    return nil
  }

  /// Whether an attribute has just this value.
  func attribute(_ tag: Tag, of index: Index, is value: StaticString) -> Bool {
    attribute(tag, of: index).map { $0.spells(value) } ?? false
  }

  /// The text of an element.
  func string(_ index: Index) -> String { String(decoding: bytes(index), as: UTF8.self) }

  /// The text of the first child of that name, if it has any.
  func string(_ tag: Tag, of index: Index) -> String? {
    guard let child = child(tag, of: index) else { return nil }
    let text = string(child)
    return text.isEmpty ? nil : text
  }

  /// The value of an attribute as text.
  func string(attribute tag: Tag, of index: Index) -> String? {
    attribute(tag, of: index).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The number that an element holds.
  func decimal(_ index: Index) -> Decimal? { Decimal(bytes(index)) }

  /// The number in the first child of that name.
  func decimal(_ tag: Tag, of index: Index) -> Decimal? {
    child(tag, of: index).flatMap { decimal($0) }
  }

  /// The number that an attribute holds.
  func decimal(attribute tag: Tag, of index: Index) -> Decimal? {
    attribute(tag, of: index).flatMap { Decimal($0) }
  }

  /// The whole number that an element holds; decimals are rounded towards 0.
  func integer(_ index: Index) -> Int? { decimal(index)?.integer }

  /// The whole number in the first child of that name.
  func integer(_ tag: Tag, of index: Index) -> Int? { decimal(tag, of: index)?.integer }

  private func trimmed(_ start: Int, _ length: Int) -> ArraySlice<UInt8> {
    var (low, high) = (start, start + length)
    while low < high, text[low].isXMLSpace { low += 1 }
    while low < high, text[high - 1].isXMLSpace { high -= 1 }
    return text[low..<high]
  }
}

extension UInt8 {
  /// Whether XML counts it as white space.
  var isXMLSpace: Bool { self == 32 || self == 10 || self == 13 || self == 9 }
}

extension ArraySlice<UInt8> {
  /// Whether these are the bytes of `word`.
  func spells(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { unsafe elementsEqual($0) }
  }
}
