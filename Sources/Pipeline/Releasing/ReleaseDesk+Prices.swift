import Manifest
import Publishing

extension ReleaseDesk {
  /// What somebody should know who begins to sell what was free.
  func remarks(onPricesOf content: ReleaseContent, after latest: Manifest?) -> [String] {
    guard let latest else { return [] }
    return content.packs.compactMap { pack in
      guard !pack.free, latest.packs.contains(where: { $0.id == pack.id && $0.part == .open })
      else { return nil }
      return "pack \(pack.id) has to be bought from now on, and was public up to release "
        + "\(latest.release): the objects of kept releases can still be read — "
        + "“\(house.command("release gc")) --keep 2” removes them; what players and "
        + "caches have fetched nobody can take back"
    }
  }
}
