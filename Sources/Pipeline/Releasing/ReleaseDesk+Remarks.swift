import Catalog
import Identity
import Manifest
import Publishing

extension ReleaseDesk {
  /// Says what the catalogue has for players that a rollback keeps from them.
  ///
  /// - Parameters:
  ///   - packs: The packs as the catalogue has them.
  ///   - held: The packs that players get instead.
  ///   - release: The release that has these.
  /// - Returns: A line for what is otherwise, and one for what is not there.
  func remarks(
    on packs: [ReleaseContent.Pack], waitingBehind held: [ReleaseContent.Pack], of release: Int
  ) -> [String] {
    let end = "for “\(house.command("release publish")) --resume”"
    func names(_ packs: [ReleaseContent.Pack]) -> String {
      packs.map(\.id.text).joined(separator: ", ")
    }
    let other = packs.filter { pack in
      held.contains {
        $0.id == pack.id
          && (!PackName.areSame($0.name, pack.name)
            || ($0.puzzles, $0.free, $0.entitlements)
              != (pack.puzzles, pack.free, pack.entitlements))
      }
    }
    let absent = packs.filter { pack in !held.contains { $0.id == pack.id } }
    return
      (other.isEmpty
      ? []
      : [
        "the catalogue has other puzzles, another name or another price for \(names(other)), "
          + "which wait \(end)"
      ])
      + (absent.isEmpty
        ? [] : ["packs that release \(release) does not have wait \(end): \(names(absent))"])
  }

  /// Says what becomes of the release that the catalogue made last where that is not in this tree.
  ///
  /// Its rollback is over here; and a pack that gets its next version here can get no other in the
  /// tree that it is in.
  func remarksOnOtherTrees(
    _ plan: ReleasePlan, after published: PublishedState
  ) throws -> [String] {
    guard plan.isNew, let record = try catalog.lastRelease(),
      record.number != published.latest?.manifest.release,
      let last = try? Manifest(json: record.manifest)
    else { return [] }
    var lines: [String] = []
    if let number = last.rollback, plan.manifest.rollback == nil {
      // This tree may never have had the release that was gone back to.
      lines.append(
        "release \(last.release) went back to release \(number) and is not in this tree, where the "
          + "packs are the catalogue's — name the tree that it is in (--output) to go on there")
    }
    let versions = Dictionary(last.packs.map { ($0.id, $0.version) }, uniquingKeysWith: { $1 })
    let changed = plan.manifest.packs.filter { pack in
      versions[pack.id].map { $0 < pack.version } ?? false
    }.map(\.id.text)
    if !changed.isEmpty {
      lines.append(
        "release \(last.release) is not in this tree: where it is, nothing can be published any "
          + "more when \(changed.joined(separator: ", ")) should change again before it is "
          + "published there — a trial goes with a copy of the catalogue (--state)")
    }
    return lines
  }
}
