import Answering
import Composing
import Generating
import Grading
import JSONText
import Notation
import Pipeline
import Pressing
import Solving
import Wording

/// Puzzles made as a recipe wishes.
struct ComposedPuzzles: ListAnswer {
  let file: String
  let seed: UInt64
  /// The fresh starts that it took.
  let attempts: Int
  let pressed: [Pressed]

  var text: [String] { pressed.map(\.sbn.description) }

  /// What people may want to know besides.
  var notes: [String] {
    pressed.map { pressed in
      "\(pressed.grade.figures), hardest step \(pressed.grade.hardest?.id ?? "none"), proved; "
        + freshStarts(attempts)
    }
  }

  var objects: [JSONValue] {
    pressed.enumerated().map { index, pressed in
      .object(
        PuzzleJSON.members(of: pressed.grade, sbn: pressed.sbn, index: index) + [
          JSONMember("hardest", pressed.grade.hardest?.id),
          JSONMember("recipe", file), JSONMember("seed", Int(seed)),
          JSONMember("attempts", attempts),
        ])
    }
  }
}

/// Why nothing came of a recipe.
struct FailedComposition: Answer {
  private let file: String
  private let seed: UInt64
  private let attempts: Int
  private let ends: [Int]
  private let nearest: Composer.Miss?
  private let isDrawnWhole: Bool
  /// What the recipe asks for, by key.
  private let wishes: [String]

  init(file: String, plan: CompositionPlan, search: borrowing Search) {
    self.file = file
    seed = plan.composition.seed
    isDrawnWhole = plan.isDrawnWhole
    wishes = plan.composition.wishes
    (attempts, ends, nearest) = (search.attempts, search.ends, search.nearest)
  }

  var text: [String] {
    if isDrawnWhole {
      return [
        "\(file): all regions are drawn, and the board is no puzzle as wished — \(nearestWords); "
          + "leave some cells free, or see what single moves do with --look"
      ]
    }
    return [
      "\(file): nothing came of \(freshStarts(attempts)) — \(nearestWords); wish for less"
        + (wishes.isEmpty ? "" : " (\(wishes.map { "`\($0)`" }.joined(separator: ", ")))")
        + ", or give it more time with --attempts"
    ] + (nearest?.puzzle.map { ["the nearest: \(SBN(puzzle: $0).description)"] } ?? [])
  }

  private var nearestWords: String {
    guard let nearest else { return "every puzzle was refused by the proof" }
    switch nearest.stage {
    case .shapes: return "the shapes found no place side by side"
    case .stars: return "no star pattern was found that has what is given"
    case .regions: return "no regions were found that have their stars and all that is given"
    case .solving:
      return nearest.distance == 1
        ? "the rules leave 1 cell open where it came nearest"
        : "the rules leave \(nearest.distance) cells open where it came nearest"
    case .wishing:
      guard let grade = nearest.grade else { return "nothing was as wished" }
      return "the nearest has difficulty \(grade.difficulty) and ends with "
        + "\(grade.hardest?.id ?? "no rule")"
        + (nearest.opening.map { ", and begins with \($0.id)" } ?? "")
    }
  }

  var json: JSONValue {
    AnswerJSON.object(
      "compose",
      [
        JSONMember("made", false), JSONMember("recipe", file), JSONMember("seed", Int(seed)),
        JSONMember("attempts", attempts),
        JSONMember(
          "ends",
          .object(
            Composer.Stage.allCases.map { JSONMember("\($0)", ends[$0.rawValue]) })),
        JSONMember("reason", nearestWords),
        JSONMember(
          "nearest",
          nearest?.puzzle.map { puzzle in
            .object([
              JSONMember("sbn", SBN(puzzle: puzzle).description),
              JSONMember("difficulty", nearest?.grade?.difficulty),
              JSONMember("hardest", nearest?.grade?.hardest?.id),
              JSONMember("distance", nearest?.distance),
            ])
          } ?? .null),
      ])
  }
}

extension Composition {
  /// The keys of a recipe by which puzzles can be too much to wish for, as far as it has them.
  fileprivate var wishes: [String] {
    let all: [(key: String, isThere: Bool)] = [
      ("regions", parts.contains(where: \.isDrawn)),
      ("together", parts.contains { !$0.isDrawn }), ("apart", !apart.isEmpty),
      ("masks", !masks.isEmpty), ("symmetry", symmetry != nil),
      ("pentominoes", pentominoes != nil), ("stars", !stars.isEmpty || !empty.isEmpty),
      ("rule", grade.rule != nil), ("needs", grade.need != nil),
      ("difficulty", grade.difficulty != nil), ("assumptions", grade.level != nil),
      ("arguments", grade.arguments != nil), ("first", opening != nil), ("grids", grids > 1),
    ]
    return all.filter(\.isThere).map(\.key)
  }
}

private func freshStarts(_ count: Int) -> String {
  "\(count, of: "fresh start")"
}

extension Grade {
  /// `difficulty 4, score 34.18`.
  var figures: String {
    "difficulty \(difficulty), score \(ScoreText.decimal(hundredths: scoreInHundredths))"
  }
}
