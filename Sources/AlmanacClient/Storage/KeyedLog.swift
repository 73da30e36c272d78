import Identity
import JSONText

/// Values by keys, in a file that grows at its end: what was set last stands.
///
/// A line is the first digits of the SHA-256 of a JSON object, a blank, and the object: all of its
/// members were set at once, and are there together or not at all. Lines begin with a line end of
/// their own, so that one that was torn by a kill or a full disk spoils no other. A member that is
/// `null` was removed.
///
/// It has one caller, which waits for each change before the next: a line that is appended while
/// the file is written anew would be lost.
actor KeyedLog {
  private let storage: any Storage
  private let name: String
  private var values: [String: JSONValue] = [:]
  /// The bytes of the file, and how many of them are needed.
  private var size = 0
  private var needed = 0

  /// The most bytes of a file; a player who solves a monthly every day has a tenth in ten years.
  static let largest = 64 << 20

  /// Below this size a file is left as it is.
  private static let smallest = 1 << 17

  private init(_ name: String, in storage: any Storage, values: [String: JSONValue], size: Int) {
    self.name = name
    self.storage = storage
    self.values = values
    self.size = size
  }

  /// Reads a log, or begins one.
  ///
  /// - Returns: The log, what is in it, and whether all of it could be read.
  static func open(
    _ name: String, in storage: any Storage
  ) async throws(StorageError) -> (log: KeyedLog, values: [String: JSONValue], isWhole: Bool) {
    let bytes = try await storage.read(name, limit: KeyedLog.largest) ?? []
    var values: [String: JSONValue] = [:]
    var isWhole = true
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let members = KeyedLog.members(of: line) else {
        isWhole = false
        continue
      }
      for member in members { values.take(member.key, member.value) }
    }
    return (KeyedLog(name, in: storage, values: values, size: bytes.count), values, isWhole)
  }

  /// Sets values, all or none; they are on the disk when this returns.
  ///
  /// - Parameter changes: The values; `.null` removes one.
  /// - Throws: `StorageError`; nothing is set then.
  func set(_ changes: [String: JSONValue]) async throws(StorageError) {
    guard !changes.isEmpty else { return }
    let line = KeyedLog.line(changes)
    try await storage.append(line, to: name)
    size += line.count
    for (key, value) in changes { values.take(key, value) }
    await compact()
  }

  /// Leaves out what does not stand any more, once that is most of the file.
  private func compact() async {
    guard size > max(KeyedLog.smallest, 2 * needed) else { return }
    let whole = whole
    needed = whole.count
    guard size > max(KeyedLog.smallest, 2 * needed) else { return }
    await write(whole)
  }

  /// Leaves out what does not stand any more, and what was damaged.
  func rewrite() async {
    let whole = whole
    needed = whole.count
    await write(whole)
  }

  private var whole: [UInt8] {
    values.sorted { $0.key < $1.key }.flatMap { KeyedLog.line([$0.key: $0.value]) }
  }

  private func write(_ whole: [UInt8]) async {
    // The old file says the same: one that cannot be written is no loss.
    if (try? await storage.write(whole, to: name)) != nil { size = whole.count }
  }

  // MARK: - Lines

  /// The digits of a digest that stand before a line.
  private static let digits = 16

  private static func line(_ changes: [String: JSONValue]) -> [UInt8] {
    let text = JSONValue.object(
      changes.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) }
    ).text
    return Array("\n\(Digest.sha256(of: text).prefix(digits)) ".utf8) + text
      + [UInt8(ascii: "\n")]
  }

  private static func members(of line: ArraySlice<UInt8>) -> [JSONMember]? {
    guard line.count > digits + 1, line[line.startIndex + digits] == UInt8(ascii: " ") else {
      return nil
    }
    let text = Array(line.dropFirst(digits + 1))
    guard line.prefix(digits).elementsEqual(Digest.sha256(of: text).prefix(digits).utf8),
      case .object(let members)? = try? JSONValue(reading: text)
    else { return nil }
    return members
  }
}

extension [String: JSONValue] {
  /// Takes over a member of a line.
  fileprivate mutating func take(_ key: String, _ value: JSONValue) {
    if case .null = value { self[key] = nil } else { self[key] = value }
  }
}
