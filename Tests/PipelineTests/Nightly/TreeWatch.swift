import Dates
import Foundation
import HouseSupport
import Identity
import JSONText
import Notation
import Pipeline
import StarBattle
import TestSupport

/// Looks at a published tree night after night, and remembers all that it has seen.
///
/// It reads files by their names and nothing else of the program's: what has to be there is worked
/// out here again.
struct TreeWatch {
  private(set) var problems: [String] = []
  private var release = 0
  private var versions: [String: Int] = [:]
  /// Files that may never change again, with the digests of their bytes.
  private var fixed: [String: String] = [:]
  /// Every puzzle that was ever published, in canonical form, with its place.
  private var places: [CanonicalForm: String] = [:]

  /// Looks at what is new since the last time.
  ///
  /// - Parameters:
  ///   - house: Whose tree to look at.
  ///   - now: The clock of the run that has just ended.
  ///   - horizons: The periods that have to be there, the current one among them.
  ///   - starts: The first periods.
  /// - Throws: What reading the tree throws.
  mutating func look(
    _ house: NightlyHouse, at now: Timestamp, horizons: [Cadence: Int],
    starts: [Cadence: Period]
  ) throws {
    let root = "\(house.folder.path)/out/puzzles"
    let manifest = try JSONValue(reading: try bytes("\(root)/manifest.json"))
    guard case .integer(let number)? = manifest["release"] else { return note("no release") }
    if number < release { note("release \(number) follows release \(release)") }
    let isNew = number > release
    release = number
    for (cadence, horizon) in horizons {
      guard let start = starts[cadence] else { continue }
      let yesterday = Period(cadence, containing: now.day.advanced(by: -1))
      let last = Period(cadence, containing: now.day).advanced(by: horizon - 1)
      let first = max(start, yesterday)
      guard first <= last else { continue }
      for step in 0...first.distance(to: last) {
        let period = first.advanced(by: step)
        let name = "\(cadence.rawValue)/\(period.key).sbn"
        if fixed[name] == nil && !FileManager.default.fileExists(atPath: "\(root)/\(name)") {
          note("\(period.id) is missing at \(now)")
        }
      }
    }
    guard isNew else { return }
    try readNew(root)
    // A pack that has to be bought is published as well.
    try readNew(root + "/../private")
    try readVersions(root)
  }

  /// Compares every file that was ever seen with what is there now, and the dates with an unbroken
  /// row.
  mutating func readEverything(_ house: NightlyHouse) throws {
    let root = "\(house.folder.path)/out/puzzles"
    for (name, known) in fixed.sorted(by: { $0.key < $1.key }) {
      let open = try? bytes("\(root)/\(name)")
      guard let now = try? open ?? bytes("\(root)/../private/\(name)") else {
        note("\(name) has vanished")
        continue
      }
      if TreeWatch.digest(now) != known { note("\(name) has changed") }
    }
    for cadence in Cadence.allCases {
      let periods = try fixed.keys.filter { $0.hasPrefix("\(cadence.rawValue)/") }
        .map { try Period(cadence, key: String($0.split(separator: "/")[1].dropLast(4))) }.sorted()
      guard let first = periods.first, let last = periods.last else { continue }
      if first.distance(to: last) + 1 != periods.count { note("\(cadence) has a gap") }
    }
  }

  /// Reads the files that were not there before: dates, packs by digest, releases.
  private mutating func readNew(_ root: String) throws {
    for folder in ["daily", "weekly", "monthly", "packs", "releases"] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? []
      for name in names.sorted() where fixed["\(folder)/\(name)"] == nil {
        // packs/{id}.json is a pointer; packs/{sha256}.{id}.json is for good.
        if folder == "packs" && name.split(separator: ".").count != 3 { continue }
        let text = try bytes("\(root)/\(folder)/\(name)")
        fixed["\(folder)/\(name)"] = TreeWatch.digest(text)
        if name.hasSuffix(".sbn") {
          try note(
            String(decoding: text, as: UTF8.self), at: "\(folder):\(name.dropLast(4))")
        } else if folder == "packs" {
          let pack = try JSONValue(reading: text)
          guard case .string(let id)? = pack["id"], case .array(let puzzles)? = pack["puzzles"]
          else { continue }
          for (slot, puzzle) in puzzles.enumerated() {
            if case .string(let sbn) = puzzle { try note(sbn, at: "\(id):\(slot)") }
          }
        }
      }
    }
  }

  private mutating func readVersions(_ root: String) throws {
    let now = try JSONValue(reading: try bytes("\(root)/versions.json"))
    for member in now.members {
      guard case .integer(let version) = member.value else { continue }
      let old = versions[member.key] ?? 0
      if version != old && version != old + 1 {
        note("pack \(member.key) goes from version \(old) to \(version)")
      }
      versions[member.key] = version
    }
  }

  private mutating func note(_ sbn: String, at place: String) throws {
    let form = try SBN(sbn).puzzle.canonicalForm
    if let known = places[form], known != place {
      note("\(place) has the puzzle of \(known): \(sbn)")
    }
    places[form] = place
  }

  private static func digest(_ bytes: [UInt8]) -> String {
    var digest = RunningDigest()
    digest.add(bytes)
    return digest.hexadecimal
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private mutating func note(_ problem: String) { problems.append(problem) }
}
