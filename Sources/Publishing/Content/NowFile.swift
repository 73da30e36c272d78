import Dates
import Identity
import JSONText
import Manifest
import Stores

/// `now.json`: what an app needs when it is opened, in one small answer.
///
/// It is a pointer that follows the manifest, as `versions.json` does, and is made of the manifest
/// and the run's day alone: yesterday, today, tomorrow and the day after in UTC, with their weeks
/// and months. So it holds whatever day it is anywhere on Earth, and still does when one night is
/// missed; a night that publishes nothing else only moves it to its day, and a second run on that
/// day finds nothing to do. As a part of a release it would need one for every day, or tell apps of
/// dates long past.
struct NowFile {
  private let manifest: Manifest
  /// The day, never before the release's own.
  private let day: Day

  init(of manifest: Manifest, on day: Day) {
    self.manifest = manifest
    self.day = max(day, manifest.createdAt.day)
  }

  /// The day that a file was made for; `nil` where it cannot be read.
  static func day(of bytes: [UInt8]) -> Day? {
    guard let value = try? JSONValue(reading: bytes), case .string(let text)? = value["day"] else {
      return nil
    }
    return try? Day(text)
  }

  /// The periods of a cadence that it tells of.
  private func periods(_ cadence: Cadence) -> [Period] {
    let days = (-1...2).map { Period(cadence, containing: day.advanced(by: $0)) }
    return Set(days).sorted()
  }

  /// The dates that it tells of and that have a puzzle.
  var entries: [Manifest.Entry] {
    Cadence.allCases.flatMap { cadence in
      let periods = Set(periods(cadence))
      return (manifest.calendar[cadence]?.entries ?? []).filter { periods.contains($0.period) }
    }
  }

  /// The file.
  ///
  /// - Parameter puzzles: The bytes of the entries; one that is lost is told without.
  /// - Returns: Its bytes.
  func bytes(_ puzzles: [Period: [UInt8]]) -> [UInt8] {
    var objects: [ObjectKey: Manifest.Object] = [:]
    for object in manifest.objects { objects[object.key] = object }
    var members = [
      JSONMember("schema", .integer(1)),
      JSONMember("release", .integer(manifest.release)),
      JSONMember("createdAt", .string(manifest.createdAt.description)),
      JSONMember("day", .string(day.description)),
      JSONMember("packs", .array(manifest.packs.map { value($0, objects[$0.object]) })),
    ]
    if let bundle = manifest.bundle, let object = objects[bundle.plain] {
      members.append(JSONMember("bundle", .object(NowFile.members(of: object))))
    }
    let cadences = Cadence.allCases.filter { manifest.calendar[$0] != nil }
    members.append(
      JSONMember("dates", .object(cadences.map { JSONMember($0.rawValue, dates($0, puzzles)) })))
    return JSONValue.object(members).text
  }

  /// A pack; where it is, only of one that everybody may read.
  private func value(_ pack: Manifest.Pack, _ object: Manifest.Object?) -> JSONValue {
    let members = [
      JSONMember("id", .string(pack.id.text)),
      JSONMember("version", .integer(pack.version)),
      JSONMember("free", .bool(pack.free)),
    ]
    guard pack.free, let object else { return .object(members) }
    return .object(members + NowFile.members(of: object))
  }

  private static func members(of object: Manifest.Object) -> [JSONMember] {
    [
      JSONMember("key", .string(object.key.text)),
      JSONMember("bytes", .integer(object.bytes)),
      JSONMember("sha256", .string(object.sha256)),
    ]
  }

  private func dates(_ cadence: Cadence, _ puzzles: [Period: [UInt8]]) -> JSONValue {
    let entries = Dictionary(
      (manifest.calendar[cadence]?.entries ?? []).map { ($0.period, $0) },
      uniquingKeysWith: { $1 })
    let takenBack = manifest.takenBack
    return .array(
      periods(cadence).map { period in
        let id = JSONMember("id", .string(period.id))
        guard let entry = entries[period] else {
          // The app shows nothing for it, and need not ask.
          let state = takenBack.contains(period) ? "withdrawn" : "absent"
          return .object([id, JSONMember("state", .string(state))])
        }
        var members = [
          id, JSONMember("state", .string("published")),
          JSONMember("key", .string(ObjectKey.entry(period).text)),
          JSONMember("sha256", .string(entry.sha256)),
        ]
        if let bytes = puzzles[period], Digest.sha256(of: bytes) == entry.sha256 {
          members.append(JSONMember("sbn", .string(String(decoding: bytes, as: UTF8.self))))
        }
        return .object(members)
      })
  }
}
