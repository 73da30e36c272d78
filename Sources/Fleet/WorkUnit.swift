import Generating
import JSONText
import Notation
import Pressing
import StarBattle

/// The least that one machine makes and hands in: some puzzles of one grid, known by their indices.
///
/// What a unit holds depends on it alone: puzzle `i` of a seed is the same on every machine, at any
/// number of threads, and twins are passed over within a unit. Twins in two units are found when
/// they are merged, so that a plan of small grids can come to fewer puzzles than it asks for.
package struct WorkUnit: Hashable, Sendable {
  /// Its number in the plan, from 0.
  package let number: Int
  let grid: Grid
  /// The difficulties that are kept; `nil` keeps all.
  let difficulty: ClosedRange<Int>?
  let seed: Int
  /// The indices of its puzzles in the series of its seed.
  package let indices: Range<Int>

  /// The series that its puzzles are of.
  ///
  /// - Parameter place: Where the plan is, for the error.
  /// - Returns: The series.
  /// - Throws: `WorkError.tooFew` where the grid has fewer puzzles than the unit.
  func series(in place: String) throws(WorkError) -> PuzzleSeries {
    do throws(TooFewPuzzles) {
      return try PuzzleSeries(
        grid, grade: GradeRange(difficulty: difficulty), count: indices.count, seed: seed)
    } catch {
      throw .tooFew(place: place, unit: number, error)
    }
  }

  /// Reads a text that is to be one of its puzzles.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - offset: Which of them, from 0.
  ///   - series: The unit's series.
  /// - Returns: The puzzle and its seed, to which the plan leads; whether it is made from that and
  ///   has one solution takes judging it.
  /// - Throws: `WorkResult.Damage` for a text that is none of them.
  func read(
    _ text: String, at offset: Int, in series: PuzzleSeries
  ) throws(WorkResult.Damage) -> (sbn: SBN, seed: Seed) {
    guard let sbn = try? SBN(text) else { throw WorkResult.Damage("it is no SBN text") }
    guard sbn.puzzle.grid == grid else { throw WorkResult.Damage("it is \(sbn.puzzle.grid)") }
    guard let seed = sbn.metadata.seed.flatMap({ Seed($0) }) else {
      throw WorkResult.Damage("it has no seed")
    }
    guard series.canHave(seed, at: indices.lowerBound + offset) else {
      throw WorkResult.Damage("its seed is \(seed), which the plan does not lead to")
    }
    return (sbn, seed)
  }

  var value: JSONValue {
    var members = [
      JSONMember("unit", number), JSONMember("size", grid.side),
      JSONMember("stars", grid.stars),
    ]
    if let difficulty {
      let range = [difficulty.lowerBound, difficulty.upperBound].map { JSONValue.integer($0) }
      members.append(JSONMember("difficulty", range))
    }
    members += [
      JSONMember("seed", seed), JSONMember("first", indices.lowerBound),
      JSONMember("count", indices.count),
    ]
    return .object(members)
  }

  /// A unit as `value` writes it; `nil` where anything is missing or out of range.
  init?(_ value: JSONValue) {
    func integer(_ key: String) -> Int? {
      if case .integer(let number)? = value[key] { number } else { nil }
    }
    guard let number = integer("unit"), number >= 0, let size = integer("size"),
      let stars = integer("stars"), let grid = try? Grid(side: size, stars: stars),
      let seed = integer("seed"), PuzzleSeries.seeds.contains(seed),
      let first = integer("first"), (0...WorkPlan.mostPuzzles).contains(first),
      let count = integer("count"), (1...WorkPlan.mostPuzzles).contains(count)
    else { return nil }
    var difficulty: ClosedRange<Int>?
    if let bounds = value["difficulty"] {
      guard case .array(let ends) = bounds, ends.count == 2, case .integer(let low) = ends[0],
        case .integer(let high) = ends[1], low <= high,
        GradeRange.difficulties.contains(low), GradeRange.difficulties.contains(high)
      else { return nil }
      difficulty = low...high
    }
    self.init(
      number: number, grid: grid, difficulty: difficulty, seed: seed,
      indices: first..<first + count)
  }

  init(
    number: Int, grid: Grid, difficulty: ClosedRange<Int>?, seed: Int, indices: Range<Int>
  ) {
    self.number = number
    self.grid = grid
    self.difficulty = difficulty
    self.seed = seed
    self.indices = indices
  }
}
