import Identity
import Manifest
import StarBattle
import Stores

extension TreeInspection {
  /// Checks that the lists of what was ever published are lists, and that everything is in them
  /// that this release or an earlier one publishes or lists.
  ///
  /// - Parameters:
  ///   - manifest: The current release.
  ///   - contents: Its objects, as far as they can be read.
  ///   - past: Those of earlier releases.
  mutating func checkUsed(
    _ manifest: Manifest, _ contents: [ObjectKey: [UInt8]], past: [ObjectKey: [UInt8]]
  ) {
    var used: Set<PuzzleDigest> = []
    var isReadable = !manifest.used.isEmpty
    for list in manifest.used {
      guard let bytes = contents[list.object] else {
        isReadable = false
        continue
      }
      guard let digests = PuzzleDigest.list(bytes) else {
        note(list.object, .unreadable, "it is no list of digests, 16 bytes each, ascending")
        isReadable = false
        continue
      }
      used.formUnion(digests)
    }
    let numbers = manifest.used.map(\.through) + [manifest.release + 1]
    if zip(numbers, numbers.dropFirst()).contains(where: { $0 >= $1 }) {
      note(.manifest, .contradiction, "`used` is not in the order of releases")
    }
    guard isReadable else { return }
    let unlisted = seen.filter { !used.contains(PuzzleDigest(ofKey: $0.key.key)) }.map(\.value)
    for id in unlisted.map(\.description).sorted() {
      note(.manifest, .contradiction, "\(id) is in no list of what was published")
    }
    for (key, bytes) in past.sorted(by: { $0.key < $1.key }) where key.text.hasSuffix(".bin") {
      guard let digests = PuzzleDigest.list(bytes), !used.isSuperset(of: digests) else { continue }
      note(.manifest, .contradiction, "what \(key) lists is in no list any more")
    }
  }
}
