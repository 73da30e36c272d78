/// One member of a JSON object.
public struct JSONMember: Hashable, Sendable {
  /// Its name, as text without escapes.
  public var key: String

  /// What stands behind the name.
  public var value: JSONValue

  /// A member with any value.
  public init(_ key: String, _ value: JSONValue) {
    self.key = key
    self.value = value
  }
}

/// Members as they are mostly written: from plain values, `null` where there is none.
extension JSONMember {
  /// A whole number, or `null`.
  public init(_ key: String, _ number: Int?) {
    self.init(key, number.map { .integer($0) } ?? .null)
  }

  /// A string, or `null`.
  public init(_ key: String, _ text: String?) {
    self.init(key, text.map { .string($0) } ?? .null)
  }

  /// `true` or `false`, or `null`.
  public init(_ key: String, _ flag: Bool?) {
    self.init(key, flag.map { .bool($0) } ?? .null)
  }

  /// A list of whole numbers.
  package init(_ key: String, _ numbers: [Int]) {
    self.init(key, .array(numbers.map { .integer($0) }))
  }

  package init(_ key: String, _ texts: [String]) {
    self.init(key, .array(texts.map { .string($0) }))
  }

  /// A list of any values.
  package init(_ key: String, _ values: [JSONValue]) {
    self.init(key, .array(values))
  }
}
