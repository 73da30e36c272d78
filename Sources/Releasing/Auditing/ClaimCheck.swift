import Explaining
import Grading
import StarBattle
import Verifying
import Wording

/// Compares what profiles say of a puzzle with the proof and with a solve of one's own.
struct ClaimCheck {
  /// The puzzle's one solution.
  let solution: Solution
  /// The grade and the steps, where the rules solve the puzzle, and the grader that they are of.
  let grade: Grade
  let trace: Trace
  let version: GraderVersion
  /// The grader of claims that do not say theirs, where it is known.
  let printed: Int?
  /// The steps as hints tell them; those of earlier programs tell the steps of `trace` as they are.
  private let told: ToldTrace

  init(
    solution: Solution, grade: Grade, trace: Trace, version: GraderVersion, printed: Int?
  ) {
    self.solution = solution
    self.grade = grade
    self.trace = trace
    self.version = version
    self.printed = printed
    told = ToldTrace(trace)
  }

  /// What is wrong with a claim, a line each.
  func faults(in claim: PuzzleClaim) -> [String] {
    switch claim.statement {
    case .solved(let stars, let difficulty, let band): return faults(stars, difficulty, band)
    case .explained(let steps, let grader, let isTold):
      return faults(in: steps, grader: grader ?? printed, isTold: isTold)
    case .linked(let links, let grader, let isTold):
      return faults(in: links, grader: grader, isTold: isTold)
    }
  }

  /// Each step has to be true, and all of them together finish the board; those of this grader have
  /// to be its own, and rest on the same steps.
  private func faults(
    in links: [PuzzleClaim.Link], grader: Int, isTold: Bool
  ) -> [String] {
    let stars = Set(solution.stars)
    var placed: Set<Int> = []
    for (index, link) in links.enumerated() {
      if !stars.isSuperset(of: link.stars) || !stars.isDisjoint(with: link.marks) {
        return ["step \(index + 1) contradicts the solution"]
      }
      placed.formUnion(link.stars)
    }
    if placed != stars { return ["its steps place \(placed.count) of \(stars.count, of: "star")"] }
    guard grader == version.rawValue, grade.isSolved else { return [] }
    let own = (isTold ? StepGraph(told) : StepGraph(untold: trace)).nodes
    for (index, (link, node)) in zip(links, own).enumerated()
    where (link.rule, link.stars, link.marks, link.rests)
      != (node.rule, node.stars, node.marks, node.rests)
    {
      return ["step \(index + 1) is not the one that the rules take there, or rests on others"]
    }
    return links.count == own.count
      ? [] : ["it has \(links.count, of: "step"), and the rules take \(own.count)"]
  }

  private func faults(_ stars: [Int], _ difficulty: Int, _ band: String) -> [String] {
    var faults: [String] = []
    if stars.sorted() != solution.stars { faults.append("the solution beside it is another") }
    guard printed == version.rawValue, grade.isSolved else { return faults }
    let score = max(1, (grade.scoreInHundredths + 50) / 100)
    if difficulty != score {
      faults.append("its difficulty is \(difficulty), and its score rounds to \(score)")
    }
    // The app knows no band above hard.
    let word = grade.band == .expert ? Band.hard.rawValue : grade.band.rawValue
    if band != word { faults.append("its band is “\(band)”, and its grade is \(word)") }
    return faults
  }

  private static func name(of container: Container) -> String {
    switch container {
    case .row(let number): "row \(number + 1)"
    case .column(let number): "column \(number + 1)"
    case .region(let number): "region \(Puzzle.letter(ofRegion: number))"
    }
  }

  /// Every step has to be true, the last one has to finish the board, and those of this grader have
  /// to be its own.
  private func faults(
    in steps: [PuzzleClaim.Step], grader: Int?, isTold: Bool?
  ) -> [String] {
    let stars = Set(solution.stars)
    var placed: Set<Int> = []
    for (index, step) in steps.enumerated() {
      if !stars.isSuperset(of: step.stars) {
        return ["hint \(index + 1) places a star where there is none"]
      }
      if !stars.isDisjoint(with: step.marks) {
        return ["hint \(index + 1) marks a cell that has a star"]
      }
      placed.formUnion(step.stars)
    }
    if placed != stars { return ["its hints place \(placed.count) of \(stars.count, of: "star")"] }
    guard grader == version.rawValue, grade.isSolved else { return [] }
    if let isTold { return faults(in: steps, isTold ? told.steps : trace.steps) }
    // The app's format does not say.
    let found = faults(in: steps, told.steps)
    return found.isEmpty || faults(in: steps, trace.steps).isEmpty ? [] : found
  }

  /// What is not as it is among steps of one's own.
  private func faults(in steps: [PuzzleClaim.Step], _ all: [Step]) -> [String] {
    for (index, (step, own)) in zip(steps, all).enumerated()
    where (step.level, step.stars, step.marks) != (own.level, own.stars, own.marks) {
      return ["hint \(index + 1) is not the step that the rules take there"]
    }
    for (index, (step, own)) in zip(steps, all).enumerated() {
      guard let grounds = step.grounds else { continue }
      let expected = PuzzleClaim.Grounds(
        rule: own.rule, containers: own.containers.map(ClaimCheck.name), cells: own.cells,
        assumption: own.assumption?.cell)
      if grounds != expected {
        return ["hint \(index + 1) names another rule, other containers or cells than its step has"]
      }
    }
    return steps.count == all.count
      ? [] : ["it has \(steps.count, of: "hint"), and the rules take \(all.count, of: "step")"]
  }
}
