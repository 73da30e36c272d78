import Identity
import Manifest
import Notation
import StarBattle
import Stores
import Zstandard

/// What everybody can read, as far as it could be something that has to be bought.
///
/// Looked for is any text in SBN, wherever it stands in an object and whatever that is, compressed
/// or not; puzzles are compared in their canonical form.
struct SoldPuzzles {
  /// The grids of all packs that have to be bought, in any release.
  private var grids: Set<Grid> = []
  /// Where each puzzle of such a grid can be read.
  private(set) var readable: [CanonicalForm: Set<ObjectKey>] = [:]
  /// The objects that were looked at.
  private(set) var noted: Set<ObjectKey> = []
  /// Their digests.
  private(set) var digests: [String: ObjectKey] = [:]

  /// Learns what to look for.
  mutating func note(packsOf manifest: Manifest) {
    for pack in manifest.packs where !pack.free {
      for line in pack.grids {
        if let grid = try? Grid(side: line.size, stars: line.stars) { grids.insert(grid) }
      }
    }
  }

  /// Looks at an object that everybody can read.
  mutating func note(_ bytes: [UInt8], of key: ObjectKey) {
    guard !grids.isEmpty, noted.insert(key).inserted else { return }
    digests[Digest.sha256(of: bytes)] = key
    look(at: bytes, of: key)
    let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
    if bytes.starts(with: magic), let text = Zstandard.decompressed(bytes) {
      look(at: text, of: key)
    }
  }

  private mutating func look(at bytes: [UInt8], of key: ObjectKey) {
    for text in SoldPuzzles.layouts(in: bytes, of: grids) {
      if let sbn = try? SBN(text) { readable[sbn.puzzle.canonicalForm, default: []].insert(key) }
    }
  }

  /// Every text `{size}x{stars}.{regions}` in some bytes, of these grids.
  static func layouts(in bytes: [UInt8], of grids: Set<Grid>) -> [String] {
    var found: [String] = []
    for grid in grids {
      let head = Array("\(grid.side)x\(grid.stars).".utf8)
      let area = grid.side * grid.side
      var start = 0
      while start + head.count + area <= bytes.count {
        guard bytes[start] == head[0], bytes[start..<start + head.count].elementsEqual(head) else {
          start += 1
          continue
        }
        let layout = bytes[start + head.count..<start + head.count + area]
        let isLayout = layout.allSatisfy { byte in
          (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
        if isLayout { found.append(String(decoding: head + layout, as: UTF8.self)) }
        start += head.count
      }
    }
    return found
  }
}
