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
    // Every such text has an “x” in it, and few other things do.
    var rest = bytes[...]
    while let place = rest.firstIndex(of: UInt8(ascii: "x")) {
      rest = rest[(place + 1)...]
      for grid in grids {
        let (side, stars) = (Array("\(grid.side)".utf8), Array("x\(grid.stars).".utf8))
        let (start, end) = (place - side.count, place + stars.count + grid.side * grid.side)
        guard start >= 0, end <= bytes.count, bytes[start..<place].elementsEqual(side),
          bytes[place..<place + stars.count].elementsEqual(stars)
        else { continue }
        let isLayout = bytes[(place + stars.count)..<end].allSatisfy { byte in
          (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
        if isLayout { found.append(String(decoding: bytes[start..<end], as: UTF8.self)) }
      }
    }
    return found
  }
}
