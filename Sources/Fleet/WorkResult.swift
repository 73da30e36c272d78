import Identity
import JSONText
import Wording
import Zstandard

/// What a unit has come to: its head and a puzzle a line, JSON Lines, compressed with Zstandard.
///
/// The file's name has the unit's number and the SHA-256 of the lines; so two attempts at a unit
/// write the same bytes under the same name, and a file that is not whole is known by its name.
package struct WorkResult: Hashable, Sendable {
  let unit: Int
  /// The plan's fingerprint.
  package let plan: String
  /// The candidates that it took.
  package let tried: Int
  /// The puzzles as SBN, in the order of their indices.
  package let puzzles: [String]

  /// The most bytes of the lines of one unit.
  private static let limit = Zstandard.largest

  /// Whether it is all of a unit of a plan.
  func isWhole(_ unit: WorkUnit, of plan: WorkPlan) -> Bool {
    self.plan == plan.fingerprint && puzzles.count == unit.indices.count
  }

  var lines: [UInt8] {
    let head = JSONValue.object([
      JSONMember("schema", 1), JSONMember("plan", plan),
      JSONMember("unit", unit), JSONMember("count", puzzles.count),
      JSONMember("tried", tried),
    ])
    var bytes = head.text + [0x0A]
    for puzzle in puzzles {
      bytes += JSONValue.object([JSONMember("sbn", puzzle)]).text + [0x0A]
    }
    return bytes
  }

  package init(unit: Int, plan: String, tried: Int, puzzles: [String]) {
    self.unit = unit
    self.plan = plan
    self.tried = tried
    self.puzzles = puzzles
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: Its compressed bytes.
  ///   - sha256: The SHA-256 that its name has.
  /// - Throws: `Damage`, which says in a sentence what is wrong.
  init(file: [UInt8], sha256: String) throws(Damage) {
    guard let lines = Zstandard.decompressed(file, limit: WorkResult.limit) else {
      throw Damage("it is cut off, or no Zstandard file that says how long its content is")
    }
    guard Digest.sha256(of: lines) == sha256 else {
      throw Damage("its bytes are not those that its name promises")
    }
    let values = lines.split(separator: 0x0A).map { try? JSONValue(reading: Array($0)) }
    guard let head = values.first ?? nil, head["schema"] == .integer(1),
      case .string(let plan)? = head["plan"], case .integer(let unit)? = head["unit"],
      case .integer(let count)? = head["count"], case .integer(let tried)? = head["tried"]
    else { throw Damage("its first line is no head") }
    guard tried >= count else {
      throw Damage("it says that \(count, of: "puzzle") came of \(tried, of: "candidate")")
    }
    var puzzles: [String] = []
    for value in values.dropFirst() {
      guard case .string(let sbn)? = value?["sbn"] else {
        throw Damage("line \(puzzles.count + 2) holds no puzzle")
      }
      puzzles.append(sbn)
    }
    guard puzzles.count == count else {
      throw Damage("it has \(puzzles.count, of: "puzzle") and says \(count)")
    }
    self.init(unit: unit, plan: plan, tried: tried, puzzles: puzzles)
  }

  /// What is wrong with a file.
  struct Damage: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }
}
