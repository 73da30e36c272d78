package import Dates
package import Identity
import JSONText
import Manifest
import Notation
package import Publishing
import StarBattle
package import Stores
import TestSupport

/// Contents to publish.
///
/// Their puzzles have no solutions, which is no matter to a store.
package enum Samples {
  /// A Saturday, three in the morning.
  package static let clock = time("2026-11-21T03:00:00Z")

  package static func time(_ text: String) -> Timestamp {
    do { return try Timestamp(text) } catch { preconditionFailure("\(error)") }
  }

  package static func day(_ text: String) -> Day {
    do { return try Day(text) } catch { preconditionFailure("\(error)") }
  }

  package static func period(_ id: String) -> Period {
    do { return try Period(id: id) } catch { preconditionFailure("\(error)") }
  }

  package static func key(_ text: String) -> ObjectKey {
    do { return try ObjectKey(text) } catch { preconditionFailure("\(error)") }
  }

  /// A puzzle of its own for every number.
  package static func sbn(_ number: Int, side: Int = 8, stars: Int = 1, difficulty: Int = 3)
    -> String
  {
    var generator = SeededGenerator(seed: UInt64(number) &* 0x9E37_79B9 &+ UInt64(side))
    do {
      let grid = try Grid(side: side, stars: stars)
      let puzzle = RandomBoards.puzzle(of: grid, using: &generator)
      let metadata = SBN.Metadata(
        seed: Seed(number), difficulty: difficulty, level: 2, cycles: 10 + number)
      return SBN(puzzle: puzzle, metadata: metadata).description
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// A pack of 8×8 puzzles with the numbers `first…`.
  package static func pack(
    _ id: PackID, version: Int = 1, first: Int, count: Int = 3, name: String? = nil
  ) -> ReleaseContent.Pack {
    ReleaseContent.Pack(
      id: id, name: name ?? "Pack \(id)", version: version, free: true,
      puzzles: (first..<first + count).map { sbn($0, difficulty: 1 + $0 % 7) })
  }

  /// Two packs, so many days from 2026-11-20 on, two weeks and one month.
  package static func content(days: Int = 4) -> ReleaseContent {
    let start = Period.day(day("2026-11-20"))
    let week = Period(.weekly, containing: start.first)
    let month = Period(.monthly, containing: start.first)
    var intro = pack("intro", first: 100)
    intro.puzzles += [sbn(1, side: 10, stars: 2, difficulty: 9)]
    return ReleaseContent(
      packs: [intro, pack("1star-8x8", first: 200)],
      calendar: (0..<days).map { .init(start.advanced(by: $0), sbn: sbn(1000 + $0)) }
        + (0..<2).map { .init(week.advanced(by: $0), sbn: sbn(2000 + $0)) }
        + [.init(month, sbn: sbn(3000))],
      provenance: .init(
        generatorVersion: 1, graderVersion: 2, recipeHash: String(repeating: "0a", count: 32)))
  }

  /// Publishes a content, as a run does.
  @discardableResult
  package static func publish(
    _ content: ReleaseContent, to store: any ObjectStore, at time: Timestamp = clock,
    after last: Int? = nil, profiles: ReleaseProfiles = .none
  ) async throws(PublishError) -> PublishOutcome {
    let publisher = Publisher(store: store)
    return try await publisher.publish(
      publisher.plan(content, at: time, after: last, profiles: profiles))
  }

  /// All profiles; their solutions and hints are empty, as these puzzles have none.
  package static let profiles = ReleaseProfiles(
    app: { pack in
      let puzzles = pack.puzzles.map { sbn in
        JSONValue.object([
          JSONMember("sbn", .string(sbn)), JSONMember("solution", .array([])),
          JSONMember("difficulty", .integer(1)), JSONMember("band", .string("easy")),
        ])
      }
      let version = JSONMember("version", .integer(pack.version + 1))
      let largest = try? pack.puzzles.map { try SBN($0).puzzle.grid }.max()
      let file = JSONValue.object([
        JSONMember("id", .string(pack.id.text)), JSONMember("name", .string(pack.name)), version,
        JSONMember("free", .bool(pack.free)),
        JSONMember("gridSize", .integer(largest?.side ?? 0)),
        JSONMember("stars", .integer(largest?.stars ?? 0)),
        JSONMember("puzzles", .array(puzzles)),
      ])
      let hints = JSONMember("hints", .array(pack.puzzles.map { _ in .array([]) }))
      return .init(pack: file.text, hints: JSONValue.object([version, hints]).text)
    },
    hints: { texts in
      JSONValue.object([
        JSONMember("schema", .integer(1)), JSONMember("language", .string("en")),
        JSONMember("graderVersion", .integer(2)),
        JSONMember("hints", .array(texts.map { _ in .array([]) })),
      ]).text
    }, bundle: true, now: true)

  /// Everything in a tree.
  package static func tree(_ store: any ObjectStore) async throws -> [ObjectKey: [UInt8]] {
    var tree: [ObjectKey: [UInt8]] = [:]
    for part in TreePart.allCases {
      for info in try await store.list(part.folder).objects {
        tree[info.key] = try await store.get(info.key)
      }
    }
    return tree
  }

  /// Puts bytes under a key, whatever is there; headers stay as they are.
  package static func overwrite(
    _ key: ObjectKey, _ bytes: [UInt8], in store: any ObjectStore
  ) async throws {
    let old = try await store.head(key)
    let object = StoredObject(
      key: key, bytes: bytes, mediaType: old?.mediaType ?? "application/json",
      cacheControl: old?.cacheControl ?? "public, max-age=60, must-revalidate")
    try await store.put(object, .always)
  }
}
