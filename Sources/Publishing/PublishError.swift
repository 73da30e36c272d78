package import Dates
package import Identity
import Manifest
package import Signing
package import Stores
package import Zstandard

/// Why a release cannot be made.
package enum PublishError: Error, Hashable, Sendable {
  /// The content cannot be rendered; the text names the pack, slot or date and what is wrong.
  case badContent(String)
  /// The text of a puzzle is no SBN; the id says which, the detail what is wrong.
  case badText(String, detail: String)
  /// A published puzzle of the calendar would get other bytes; the id names it.
  case publishedEntryWouldChange(String)
  /// A published puzzle of the calendar is not in the content; the id names it.
  case publishedEntryWouldVanish(String)
  /// A date would get another puzzle, or one again, after it has begun; the id names it.
  case dateHasBegun(String, beginning: Timestamp)
  /// A published pack is not in the content and not among those withdrawn on purpose.
  case packWouldVanish(PackID)
  /// A pack's version does not rise by one when, and only when, its content changes.
  case packVersion(id: PackID, published: Int, offered: Int, expected: Int)
  /// The tree is ahead of what the caller remembers: a catalogue from a backup, or another tree.
  case wouldRollBack(current: Int, offered: Int)
  /// The latest release has a private part, and nothing of it is in the place that is named.
  case privatePartElsewhere(release: Int)
  /// The place that is named for the private part has that of a release which the tree never had.
  case privatePartOfAnother(release: Int)
  /// No reader takes a release of the number that would be next.
  case noNumberLeft(Int)
  /// A release was interrupted, and what it needs has been damaged since.
  case unfinishedReleaseDamaged(release: Int, missing: [ObjectKey])
  /// No manifest can be read although there are some.
  case noReadableManifest(String)
  /// The tree has releases, and no manifest that says which is current.
  case pointerLost(release: Int)
  /// A release that is asked for is not there, or not kept any more.
  case noRelease(Int, kept: [Int])
  /// An object of a release that is asked for is not what its manifest says, or what leads to it is
  /// not there.
  case damagedRelease(Int, ObjectKey)
  /// The same of the release whose packs a rollback has brought back.
  case rollbackDamaged(to: Int, ObjectKey)
  /// The compressing library refuses.
  case compression(ZstandardError)
  /// The store gives back something else than was put into it.
  case notStoredAsSent(ObjectKey, store: String)
  /// A release cannot be signed, or the list of keys does not follow the tree's.
  case signing(SigningError)
  case store(StoreError)
}

extension PublishError: CustomStringConvertible {
  /// What is wrong, where, and what to do.
  package var description: String {
    switch self {
    case .badContent(let text): return text
    case .badText(let id, let detail):
      return "\(id): its text in the catalogue is no SBN (\(detail)) — make the catalogue anew "
        + "from the tree with “almanac catalog rebuild”"
    case .publishedEntryWouldChange(let id):
      return "\(id) is published and would get other bytes — a published puzzle never changes; "
        + "make the catalogue anew from the tree with “almanac catalog rebuild”"
    case .publishedEntryWouldVanish(let id):
      return "\(id) is published and missing from the new release — a published puzzle stays; "
        + "make the catalogue anew from the tree with “almanac catalog rebuild”"
    case .dateHasBegun(let id, let beginning):
      return "\(id) would get another puzzle, and has begun at \(beginning) in the first time "
        + "zone — what players have begun never changes; “almanac release withdraw” takes it back, "
        + "and leaves the date empty"
    case .packWouldVanish(let id):
      return "pack \(id) is published and missing from the new release — bring its recipe back, or "
        + "withdraw the pack on purpose"
    case .packVersion(let id, let published, let offered, let expected):
      let change = expected == published ? "has not changed" : "has changed"
      let cause = offered > expected ? " (the catalogue has published others elsewhere)" : ""
      return "pack \(id) \(change) since version \(published), so it has to be version "
        + "\(expected), not \(offered)\(cause) — make the catalogue anew from the tree with "
        + "“almanac catalog rebuild”"
    case .wouldRollBack(let current, let offered):
      return "release \(current) is published already and release \(offered) is offered — the "
        + "catalogue is older than the tree; make it anew with “almanac catalog rebuild”, then "
        + "run again"
    case .privatePartElsewhere(let release):
      return "release \(release) has a private part, for packs that have to be bought or once had, "
        + "and nothing of it is here — name the place of it with --private-to or ALMANAC_PRIVATE; "
        + "where all of it is lost, put an empty \(ObjectKey.privateManifest) there, and it is made again"
    case .privatePartOfAnother(let release):
      return "\(ObjectKey.privateManifest) is of a release \(release) that neither this tree nor "
        + "its catalogue knows: the place that --private-to or ALMANAC_PRIVATE names is another "
        + "tree's, and is left as it is — name the place of this one; where it is of this one, and "
        + "the rest was restored from before, put an empty file there instead"
    case .noNumberLeft(let number):
      return "the next release would be number \(number), and readers take numbers up to "
        + "\(Manifest.numbers.upperBound) — make the catalogue anew from the tree with “almanac "
        + "catalog rebuild”"
    case .unfinishedReleaseDamaged(let release, let missing):
      let list = missing.prefix(3).map(\.text).joined(separator: ", ")
      let more = missing.count > 3 ? " and \(missing.count - 3) more" : ""
      return "release \(release) was interrupted and cannot be finished: \(list)\(more) missing or "
        + "damaged — restore them, or remove \(ObjectKey.release(release)) to give the release up"
    case .noReadableManifest(let detail):
      return "there are manifests, but none can be read: \(detail) — restore "
        + "\(ObjectKey.manifest) or the last file in \(ObjectKey.releases)"
    case .pointerLost(let release):
      return "release \(release) is there, but \(ObjectKey.manifest), which says what players "
        + "have, is missing or damaged — “almanac doctor” says what mends it"
    case .noRelease(let release, let kept):
      let list =
        switch kept.count {
        case 0: "no release is"
        case 1: "release \(PublishError.runs(of: kept)) alone is"
        default: "releases \(PublishError.runs(of: kept)) are"
        }
      return "there is no release \(release) — \(list) kept"
    case .rollbackDamaged(let release, let key):
      return "players have the packs of release \(release), which was gone back to, and it cannot "
        + "be read any more: \(key) is missing or damaged — put it back, or end the rollback with "
        + "“almanac release publish --resume”"
    case .damagedRelease(let release, let key):
      return "release \(release) cannot be read: \(key) is missing or damaged — "
        + "“almanac release verify” tells more"
    case .compression(let error): return "\(error)"
    case .notStoredAsSent(let key, let store):
      return "\(store): \(key) does not read back as it was written — check the disk or the "
        + "bucket, then run again"
    case .signing(let error): return "\(error) — nothing was published"
    case .store(let error): return "\(error)"
    }
  }
}

extension PublishError {
  /// `1, 3…7`: ascending numbers, neighbours together.
  private static func runs(of numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)…\($0.upperBound)" }
      .joined(separator: ", ")
  }
}

extension ObjectStore {
  /// The bytes of an object; `nil` where there is none, or something else lies in its place.
  ///
  /// - Throws: `PublishError.store` when the store fails.
  func file(_ key: ObjectKey) async throws(PublishError) -> [UInt8]? {
    do throws(StoreError) {
      return try await get(key)
    } catch {
      if case .notAFile = error { return nil }
      throw .store(error)
    }
  }
}

/// Runs what talks to a store, its errors made errors of publishing.
func onStore<Value>(
  _ body: @autoclosure () async throws(StoreError) -> Value
) async throws(PublishError) -> Value {
  do throws(StoreError) {
    return try await body()
  } catch {
    throw .store(error)
  }
}
