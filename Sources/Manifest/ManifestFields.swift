import Dates
import Identity
import JSONText
import Stores

/// The members of one JSON object of a manifest, taken out one by one.
///
/// What is left when all known ones are taken are the members to keep for later.
struct ManifestFields {
  private(set) var others: [JSONMember]
  private let place: String
  /// The part of the tree that the manifest is of: it names nothing of the other.
  let part: TreePart

  /// The members of a whole manifest, or of another file that is called so, from its bytes.
  init(
    reading json: [UInt8], in part: TreePart = .open, called name: String = "the manifest"
  ) throws(ManifestError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(reading: json)
    } catch {
      throw .notJSON(error)
    }
    guard case .object = value else { throw .wrong(place: name, expected: "an object") }
    try self.init(value, at: "", in: part)
  }

  init(
    _ value: JSONValue, at place: String, in part: TreePart = .open
  ) throws(ManifestError) {
    guard case .object(let members) = value else {
      throw .wrong(place: place.isEmpty ? "the manifest" : place, expected: "an object")
    }
    others = members
    self.place = place
    self.part = part
  }

  /// The path of a member, for messages.
  func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

  /// Whether there is such a member.
  func has(_ key: String) -> Bool { others.contains { $0.key == key } }

  mutating func take(_ key: String) throws(ManifestError) -> JSONValue {
    guard let index = others.firstIndex(where: { $0.key == key }) else {
      throw .wrong(place: path(key), expected: "there")
    }
    return others.remove(at: index).value
  }

  mutating func string(_ key: String) throws(ManifestError) -> String {
    guard case .string(let text) = try take(key) else {
      throw .wrong(place: path(key), expected: "a string")
    }
    return text
  }

  /// A whole number; the most keeps sums of numbers in hostile manifests within 64 bits.
  mutating func integer(
    _ key: String, from least: Int, to most: Int = 1 << 53
  ) throws(ManifestError) -> Int {
    guard case .integer(let number) = try take(key), number >= least, number <= most else {
      throw .wrong(place: path(key), expected: "a whole number, \(least)…\(most)")
    }
    return number
  }

  mutating func bool(_ key: String) throws(ManifestError) -> Bool {
    guard case .bool(let value) = try take(key) else {
      throw .wrong(place: path(key), expected: "true or false")
    }
    return value
  }

  mutating func array(_ key: String) throws(ManifestError) -> [JSONValue] {
    guard case .array(let elements) = try take(key) else {
      throw .wrong(place: path(key), expected: "an array")
    }
    return elements
  }

  mutating func digest(_ key: String, bytes: Int) throws(ManifestError) -> String {
    let text = try string(key)
    guard Digest.isHexadecimal(text, bytes: bytes) else {
      throw .wrong(place: path(key), expected: "\(2 * bytes) lower-case hexadecimal digits")
    }
    return text
  }

  mutating func pack(_ key: String) throws(ManifestError) -> PackID {
    guard let pack = PackID(try string(key)) else {
      throw .wrong(place: path(key), expected: "a pack's id")
    }
    return pack
  }

  mutating func time(_ key: String) throws(ManifestError) -> Timestamp {
    let text = try string(key)
    do throws(CalendarError) {
      return try Timestamp(text)
    } catch {
      throw .wrong(place: path(key), expected: "a time in UTC (\(error))")
    }
  }

  mutating func key(_ key: String) throws(ManifestError) -> ObjectKey {
    try self.key(take(key), at: path(key))
  }

  func key(_ value: JSONValue, at place: String) throws(ManifestError) -> ObjectKey {
    guard case .string(let text) = value, let key = try? ObjectKey(text),
      key.text.hasPrefix(part.folder)
    else { throw .wrong(place: place, expected: "the key of an object, `\(part.folder)…`") }
    return key
  }

  /// The names of products that somebody can buy.
  mutating func products(_ key: String) throws(ManifestError) -> [String] {
    try array(key).map { (value) throws(ManifestError) -> String in
      guard case .string(let text) = value, ProductID.isValid(text) else {
        throw .wrong(place: path(key), expected: "products, each \(ProductID.rule)")
      }
      return text
    }
  }
}
