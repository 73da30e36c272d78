import Identity
import Manifest
import Notation
import StarBattle
import Stores

/// The lists of what was ever published: those of the latest release, and the next one.
///
/// A tree has to know what it must never publish again, also when old releases are removed and the
/// catalogue is lost. So each release lists the digests of its new puzzles in an immutable object,
/// 16 bytes each. A list that is no longer than the new one goes into it, as when one is added to a
/// binary number: there are never more lists than digits in the number of puzzles, and each digest
/// is written as often at most.
struct UsedLists {
  /// Those of the latest release that can still be read, in their order.
  private var lists: [List] = []
  /// Whether all of the latest release's can be, and it has any.
  private(set) var isComplete: Bool

  private struct List {
    var line: Manifest.UsedList
    var object: Manifest.Object
    var digests: [PuzzleDigest]
  }

  /// Reads the lists of the latest release, from the caller's memory or else from the store.
  init(
    of latest: Manifest?, remembering used: [UsedPuzzle], in store: any ObjectStore
  ) async throws(PublishError) {
    isComplete = !(latest?.used.isEmpty ?? true)
    guard let latest, isComplete else { return }
    var objects: [ObjectKey: Manifest.Object] = [:]
    for object in latest.objects { objects[object.key] = object }
    var start = 0
    for line in latest.used {
      defer { start = line.through }
      guard let object = objects[line.object] else {
        isComplete = false
        continue
      }
      let range = start..<max(start, line.through)
      let known = used.filter { $0.listed.map { range.contains($0 - 1) } ?? false }.map(\.digest)
      if Digest.sha256(of: PuzzleDigest.bytes(of: known)) == object.sha256 {
        lists.append(List(line: line, object: object, digests: known.sorted()))
        continue
      }
      // What lies in the place of a list is told when the object is to be written.
      if let found = try await store.file(line.object), Digest.sha256(of: found) == object.sha256,
        let digests = PuzzleDigest.list(found)
      {
        lists.append(List(line: line, object: object, digests: digests))
      } else {
        isComplete = false
      }
    }
  }

  /// Puts the lists into a content as they are.
  func carry(into rendered: inout RenderedContent) {
    for list in lists {
      rendered.used.append(list.line)
      rendered.carried[list.object.key] = UsedLists.carried(list)
    }
  }

  /// Puts the list of a new release into a content that carries the others.
  ///
  /// - Parameters:
  ///   - number: The release's number.
  ///   - content: What it holds.
  ///   - latest: The release before.
  ///   - rendered: The content, rendered.
  func add(
    release number: Int, of content: ReleaseContent, after latest: Manifest?,
    to rendered: inout RenderedContent
  ) {
    var digests = Set(content.used.map(\.digest))
    digests.formUnion(newPuzzles(of: content, rendered, after: latest))
    for list in lists { digests.subtract(list.digests) }
    guard !digests.isEmpty else { return }
    var rest = lists
    while let last = rest.last, last.digests.count <= digests.count {
      digests.formUnion(last.digests)
      rest.removeLast()
      rendered.used.removeLast()
      rendered.carried[last.object.key] = nil
      rendered.merged[last.object.key] = UsedLists.carried(last)
    }
    let object = UsedLists.object(PuzzleDigest.bytes(of: digests))
    rendered.objects[object.key] = object
    rendered.used.append(Manifest.UsedList(object: object.key, through: number))
  }

  /// The digests of puzzles that the latest release does not have, or of all where its lists do not
  /// tell which those are.
  private func newPuzzles(
    of content: ReleaseContent, _ rendered: RenderedContent, after latest: Manifest?
  ) -> [PuzzleDigest] {
    let known = isComplete ? latest : nil
    let packs = Set((known?.packs ?? []).map(\.object))
    let entries = Set((known?.calendar.values.map { $0 } ?? []).flatMap(\.entries))
    var texts: [String] = []
    for (pack, line) in zip(content.packs, rendered.packs) where !packs.contains(line.object) {
      texts += pack.puzzles
    }
    for entry in content.calendar {
      let line = rendered.objects[.entry(entry.period)].map {
        Manifest.Entry(period: entry.period, sha256: $0.sha256)
      }
      if let line, entries.contains(line) { continue }
      texts.append(entry.sbn)
    }
    let lists = Set((known?.streaks ?? []).map(\.entries))
    for (streak, line) in zip(
      content.streaks.sorted { $0.cadence < $1.cadence }, rendered.streaks)
    where !lists.contains(line.entries) {
      texts += streak.entries.filter { rendered.objects[.entry($0.period)] == nil }.map(\.sbn)
    }
    return texts.compactMap { text in
      (try? SBN(text)).map { PuzzleDigest(ofKey: $0.puzzle.canonicalForm.key) }
    }
  }

  private static func carried(_ list: List) -> RenderedContent.Carried {
    RenderedContent.Carried(object: list.object) { () throws(PublishError) in
      object(PuzzleDigest.bytes(of: list.digests))
    }
  }

  private static func object(_ bytes: [UInt8]) -> StoredObject {
    let sha256 = Digest.sha256(of: bytes)
    return StoredObject(
      key: .used(sha256: sha256), bytes: bytes, mediaType: MediaType.binary,
      cacheControl: CacheControl.immutable, sha256: sha256)
  }
}
