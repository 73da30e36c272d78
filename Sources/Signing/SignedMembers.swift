import Dates
import Identity
import JSONText

/// The members of a JSON object that comes from anywhere, read one by one; others are passed over.
struct SignedMembers {
  private let value: JSONValue
  private let what: String

  /// Reads an object of at most so many bytes.
  init(_ bytes: [UInt8], what: String, limit: Int) throws(SigningError) {
    guard bytes.count <= limit else {
      throw .unreadable(what: what, fault: "it has more than \(limit) bytes")
    }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(reading: bytes)
    } catch {
      throw .unreadable(what: what, fault: "\(error)")
    }
    try self.init(value, what: what)
  }

  init(_ value: JSONValue, what: String) throws(SigningError) {
    guard case .object = value else {
      throw .unreadable(what: what, fault: "it has to be an object")
    }
    self.value = value
    self.what = what
  }

  func wrong(_ key: String, _ expected: String) -> SigningError {
    .unreadable(what: what, fault: "`\(key)` has to be \(expected)")
  }

  func integer(_ key: String, in range: ClosedRange<Int>) throws(SigningError) -> Int {
    guard case .integer(let number)? = value[key], range.contains(number) else {
      throw wrong(key, "a whole number, \(range.lowerBound)…\(range.upperBound)")
    }
    return number
  }

  /// The same, or `null`.
  func optionalInteger(_ key: String, in range: ClosedRange<Int>) throws(SigningError) -> Int? {
    if case .null? = value[key] { return nil }
    return try integer(key, in: range)
  }

  func string(_ key: String) throws(SigningError) -> String {
    guard case .string(let text)? = value[key] else { throw wrong(key, "a string") }
    return text
  }

  func hexadecimal(_ key: String, bytes: Int) throws(SigningError) -> [UInt8] {
    guard let found = Digest.bytes(hexadecimal: try string(key), count: bytes) else {
      throw wrong(key, "\(2 * bytes) lower-case hexadecimal digits")
    }
    return found
  }

  func key(_ key: String) throws(SigningError) -> PublicKey {
    PublicKey(known: try hexadecimal(key, bytes: 32))
  }

  func time(_ key: String) throws(SigningError) -> Timestamp {
    guard let time = try? Timestamp(try string(key)), "\(time)" == (try string(key)) else {
      throw wrong(key, "a time such as 2026-11-21T03:00:00Z")
    }
    return time
  }

  func array(_ key: String, atMost most: Int) throws(SigningError) -> [JSONValue] {
    guard case .array(let elements)? = value[key], elements.count <= most else {
      throw wrong(key, "an array of at most \(most)")
    }
    return elements
  }

  func objects(_ key: String, atMost most: Int) throws(SigningError) -> [SignedMembers] {
    var objects: [SignedMembers] = []
    for (index, element) in try array(key, atMost: most).enumerated() {
      objects.append(try SignedMembers(element, what: "\(what), \(key)[\(index)]"))
    }
    return objects
  }
}

/// One signature, and the key that is said to have made it.
package struct KeySignature: Hashable, Sendable {
  package let key: PublicKey
  /// Its 64 bytes.
  package let bytes: [UInt8]

  package init(key: PublicKey, bytes: [UInt8]) {
    self.key = key
    self.bytes = bytes
  }

  init(_ members: SignedMembers) throws(SigningError) {
    key = try members.key("key")
    bytes = try members.hexadecimal("signature", bytes: 64)
  }

  var json: JSONValue {
    .object([
      JSONMember("key", key.text), JSONMember("signature", Digest.hexadecimal(bytes)),
    ])
  }

  /// Whether it is what it is said to be.
  func holds(for text: [UInt8]) -> Bool { key.accepts(bytes, of: text) }
}
