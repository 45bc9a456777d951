/// A JSON value to write: objects keep the order of their keys.
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number; one that is not finite is written as null.
  case number(Double)
  case string(String)
  indirect case array([JSON])
  indirect case object([Member])

  /// A key and its value.
  public struct Member: Sendable, Hashable {
    /// The key.
    public var key: String
    /// The value.
    public var value: JSON

    /// A member of an object.
    public init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// The value on one line, without blanks.
  public var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// Appends the value to `text`.
  public func write<Output: TextOutputStream>(to text: inout Output) {
    switch self {
    case .null: text.write("null")
    case .bool(let value): text.write(value ? "true" : "false")
    case .integer(let value): text.write(String(value))
    case .number(let value): text.write(value.isFinite ? "\(value)" : "null")
    case .string(let value): JSON.write(value, to: &text)
    case .array(let values):
      text.write("[")
      for (index, value) in values.enumerated() {
        if index > 0 { text.write(",") }
        value.write(to: &text)
      }
      text.write("]")
    case .object(let members):
      text.write("{")
      for (index, member) in members.enumerated() {
        if index > 0 { text.write(",") }
        JSON.write(member.key, to: &text)
        text.write(":")
        member.value.write(to: &text)
      }
      text.write("}")
    }
  }

  /// A byte of a file's name that is no UTF-8 is written as the surrogate from which Python's `os.fsencode`
  /// makes it again (PEP 383).
  private static func write<Output: TextOutputStream>(_ string: String, to text: inout Output) {
    var quoted = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\0"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default:
        if let byte = StrayByte.byte(scalar) {
          quoted += "\\udc" + String(byte, radix: 16)
        } else {
          quoted.unicodeScalars.append(scalar)
        }
      }
    }
    quoted += "\""
    text.write(quoted)
  }
}

extension JSON {
  /// A string, or null where there is none.
  public init(_ string: String?) { self = string.map(JSON.string) ?? .null }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Null.
  public init(nilLiteral: ()) { self = .null }
  /// An array.
  public init(arrayLiteral values: JSON...) { self = .array(values) }
  /// An object with its keys in this order.
  public init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { Member($0, $1) })
  }
}
