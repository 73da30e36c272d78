import Identity
import JSONText
import Notation
import StarBattle

/// A pack file as a reader takes it apart, checked as it goes.
struct TreePack {
  var id: PackID
  var name: String
  var version: Int
  var free: Bool

  /// The strings by slot.
  var texts: [String]

  /// The puzzles that could be read, with their slots.
  var puzzles: [(index: Int, sbn: SBN)] = []

  /// What is wrong with the others.
  var problems: [(index: Int, message: String)] = []

  /// The versions that a pack can have: what every reader of JSON takes exactly.
  private static let versions = 1...1 << 53

  /// Reads a pack file, or gives `nil` when the bytes are none.
  init?(_ bytes: [UInt8]) {
    guard let value = try? JSONValue(reading: bytes), value.text == bytes,
      value.members.map(\.key) == ["id", "name", "version", "free", "puzzles"],
      case .string(let text) = value["id"], let id = PackID(text),
      case .string(let name) = value["name"],
      case .integer(let version) = value["version"], TreePack.versions.contains(version),
      case .bool(let free) = value["free"],
      case .array(let elements) = value["puzzles"], !elements.isEmpty
    else { return nil }
    (self.id, self.name, self.version, self.free) = (id, name, version, free)
    texts = []
    for (index, element) in elements.enumerated() {
      guard case .string(let text) = element else { return nil }
      texts.append(text)
      switch TreePack.puzzle(Array(text.utf8)) {
      case .success(let sbn): puzzles.append((index, sbn))
      case .failure(let problem): problems.append((index, problem.description))
      }
    }
  }

  /// The puzzle of a slot; `nil` for one that is not there.
  ///
  /// - Precondition: All of them could be read.
  func puzzle(at slot: Int) -> Puzzle? {
    puzzles.indices.contains(slot) ? puzzles[slot].sbn.puzzle : nil
  }

  /// The puzzles that could be read, with their ids.
  var slots: [(id: PuzzleID, sbn: SBN)] {
    puzzles.map { (.slot(pack: id, index: $0.index), $0.sbn) }
  }

  /// Side, stars and number of puzzles of each grid, smaller grids first.
  var grids: [[Int]] {
    let all = puzzles.map(\.sbn.puzzle.grid).sorted()
    var grids: [[Int]] = []
    for grid in all {
      if let last = grids.last, last[0] == grid.side, last[1] == grid.stars {
        grids[grids.count - 1][2] += 1
      } else {
        grids.append([grid.side, grid.stars, 1])
      }
    }
    return grids
  }

  /// The least and the most difficulty that the puzzles say.
  var difficulty: ClosedRange<Int>? {
    let all = puzzles.compactMap(\.sbn.metadata.difficulty)
    guard let least = all.min(), let most = all.max() else { return nil }
    return least...most
  }

  /// Why bytes are not one SBN string.
  enum Problem: Error, CustomStringConvertible {
    case notText
    case notation(NotationError)

    var description: String {
      switch self {
      case .notText: "it is not UTF-8 text"
      case .notation(let error): "\(error)"
      }
    }
  }

  /// Reads the one SBN string that bytes are.
  static func puzzle(_ bytes: [UInt8]) -> Result<SBN, Problem> {
    guard let text = String(validating: bytes, as: UTF8.self) else { return .failure(.notText) }
    do throws(NotationError) {
      return .success(try SBN(text))
    } catch {
      return .failure(.notation(error))
    }
  }
}
