import HouseSupport
import Identity
import Manifest
import Notation
import Publishing
import StarBattle
import Stores
import Testing
import Verifying

/// What was ever published is in the tree, in a few immutable lists.
@Suite("Lists of what was published")
struct UsedListsTests {
  private let store = MemoryStore()

  private func manifest() async throws -> Manifest {
    try Manifest(json: #require(try await store.get(.manifest)))
  }

  /// Everything that the current release lists, with the number of each list.
  private func lists() async throws -> [(through: Int, digests: [PuzzleDigest])] {
    var lists: [(Int, [PuzzleDigest])] = []
    for line in try await manifest().used {
      let bytes = try #require(try await store.get(line.object))
      lists.append((line.through, try #require(PuzzleDigest.list(bytes))))
    }
    return lists
  }

  private func digest(_ text: String) throws -> PuzzleDigest {
    PuzzleDigest(ofKey: try SBN(text).puzzle.canonicalForm.key)
  }

  /// The content of a day, on which one slot of a pack gets another puzzle.
  private func content(_ day: Int) -> ReleaseContent {
    var content = Samples.content(days: 4 + day)
    content.packs[0].puzzles[0] = Samples.sbn(5000 + day)
    content.packs[0].version = 1 + day
    return content
  }

  @Test("each release lists what is new in it; lists are few, and nothing ever leaves them")
  func growth() async throws {
    var published: Set<PuzzleDigest> = []
    for day in 0..<40 {
      let content = content(day)
      try await Samples.publish(content, to: store)
      for text in content.packs.flatMap(\.puzzles) + content.calendar.map(\.sbn) {
        published.insert(try digest(text))
      }
      let lists = try await lists()
      #expect(Set(lists.flatMap(\.digests)) == published)
      #expect(lists.map(\.digests.count).reduce(0, +) == published.count)
      #expect(lists.count <= 6)
      #expect(lists.last?.through == day + 1)
    }
    #expect(try await TreeVerifier(store: store).read().findings.isEmpty)
    // Nothing new, nothing listed.
    var renamed = content(39)
    renamed.packs[1].name = "Another name"
    renamed.packs[1].version = 2
    let before = try await manifest().used
    try await Samples.publish(renamed, to: store)
    #expect(try await manifest().used == before)
  }

  @Test("what only older releases had stays listed when they are removed")
  func cleanUp() async throws {
    for day in 0..<6 { try await Samples.publish(content(day), to: store) }
    let gone = try digest(Samples.sbn(5000))
    let publisher = Publisher(store: store)
    let plan = try await publisher.plan(
      content(5), at: Samples.clock, after: nil, keepingFrom: 6)
    try await publisher.publish(plan)
    #expect(try await store.get(.release(1)) == nil)
    #expect(try await lists().flatMap(\.digests).contains(gone))
    #expect(try await TreeVerifier(store: store).read().findings.isEmpty)
    let kept = try await Samples.tree(store).keys.filter { $0.text.hasSuffix(".bin") }
    #expect(kept.count <= 6)
  }

  @Test("a tree of an earlier program is left alone, and its first new release lists everything")
  func olderTree() async throws {
    try await Samples.publish(content(0), to: store)
    var old = try await manifest()
    for line in old.used { try store.delete(line.object) }
    old.objects.removeAll { $0.key.text.hasSuffix(".bin") }
    old.used = []
    for key in [ObjectKey.manifest, .release(1)] {
      try await Samples.overwrite(key, old.json, in: store)
    }
    #expect(try await TreeVerifier(store: store).read().findings.isEmpty)
    let before = try await Samples.tree(store)
    // What the caller remembers of times that the tree has forgotten.
    var again = content(0)
    again.used = try [777, 5000].map { UsedPuzzle(try digest(Samples.sbn($0)), listed: nil) }
    #expect(try await !Samples.publish(again, to: store).isNew)
    #expect(try await Samples.tree(store) == before)
    var next = content(1)
    next.used = again.used
    try await Samples.publish(next, to: store)
    let lists = try await lists()
    #expect(lists.map(\.through) == [2])
    for text in [777, 5000, 5001, 1003, 1004].map({ Samples.sbn($0) }) {
      #expect(try lists[0].digests.contains(digest(text)), "\(text)")
    }
    #expect(try await TreeVerifier(store: store).read().findings.isEmpty)
  }

  @Test("a lost list is made again from memory, or a new release has another")
  func lost() async throws {
    for day in 0..<3 { try await Samples.publish(content(day), to: store) }
    let whole = try await Samples.tree(store)
    var remembering = content(2)
    for (through, digests) in try await lists() {
      remembering.used += digests.map { UsedPuzzle($0, listed: through) }
    }
    for key in whole.keys.filter({ $0.text.hasSuffix(".bin") }) {
      try store.delete(key)
      try await Samples.publish(remembering, to: store)
      let isNamed = try await manifest().objects.contains { $0.key == key }
      #expect(try await store.get(key) == (isNamed ? whole[key] : nil))
      try await Samples.overwrite(key, try #require(whole[key]), in: store)
    }
    #expect(try await Samples.tree(store) == whole)
    let line = try #require(try await manifest().used.first)
    try store.delete(line.object)
    #expect(try await Samples.publish(content(2), to: store).isNew)
    let listed = Set(try await lists().flatMap(\.digests))
    for text in content(2).packs.flatMap(\.puzzles) + content(2).calendar.map(\.sbn) {
      #expect(listed.contains(try digest(text)))
    }
  }

  @Test("a store that gives no answer is not taken for one that has lost a list")
  func silence() async throws {
    for day in 0..<3 { try await Samples.publish(content(day), to: store) }
    let latest = try await manifest()
    let whole = try await ReleaseReader(of: store).used(in: latest)
    #expect(whole.lost.isEmpty && latest.used.count > 1)
    let silent = StoreError.unreachable(store: "the bucket", detail: "it gives no answer")
    let damaged = StoreError.notAFile(path: "a list")
    var (silences, losses) = (0, 0)
    for number in 0... {
      let quiet = FaultStore(store, operation: number, .failsOnce, failure: silent)
      do {
        let used = try await ReleaseReader(of: quiet).used(in: latest)
        #expect(used.lost.isEmpty && used.puzzles.count == whole.puzzles.count)
      } catch {
        #expect(error == .store(silent))
        silences += 1
      }
      let torn = FaultStore(store, operation: number, .failsOnce, failure: damaged)
      let used = try await ReleaseReader(of: torn).used(in: latest)
      #expect(used.lost.count == (torn.hasFired ? 1 : 0))
      losses += used.lost.count
      if !quiet.hasFired { break }
    }
    #expect(silences == latest.used.count && losses == latest.used.count)
  }
}
