import Answering
import Flagging
import Grading
import StarBattle

/// What an editor should look at before publishing.
struct PageFindings {
  private let puzzles: [ShownPuzzle]

  init(_ puzzles: [ShownPuzzle]) { self.puzzles = puzzles }

  /// What must not be published first, then the rest, each in the order of the puzzles.
  var all: [PageModel.Finding] {
    let all = unfit + twins + offTarget + strangelyTimed + flagged
    return all.filter { $0.kind == .wrong } + all.filter { $0.kind != .wrong }
  }

  /// Puzzles that are not unique or not fair.
  private var unfit: [PageModel.Finding] {
    puzzles.indices.filter { !puzzles[$0].grade.isSolved }.map { index in
      let puzzle = puzzles[index]
      let text = puzzle.verdict.text(on: puzzle.puzzle.grid, highestLevel: nil)
      return PageModel.Finding(kind: .wrong, links: [link(index)], text: text)
    }
  }

  private var twins: [PageModel.Finding] {
    Resemblance.all(among: puzzles.map(\.puzzle)).map { pair in
      PageModel.Finding(
        kind: pair.isSame ? .wrong : .note, links: [link(pair.first), link(pair.second)],
        text: "— the second \(pair.words)")
    }
  }

  /// Puzzles that miss the difficulty of their place by two or more, its rule, or the bound on
  /// arguments.
  private var offTarget: [PageModel.Finding] {
    puzzles.indices.compactMap { index in
      let (item, grade) = (puzzles[index].item, puzzles[index].grade)
      if let rule = item.rule, grade.isSolved, let hardest = grade.hardest?.id, hardest != rule {
        return PageModel.Finding(
          kind: .note, links: [link(index)],
          text: "has \(hardest) for its hardest step; the recipe asks for \(rule)")
      }
      if let most = item.arguments, grade.isSolved,
        case let longest = SolveSignals(puzzles[index].trace).longest, longest > most
      {
        return PageModel.Finding(
          kind: .note, links: [link(index)],
          text: "has an argument of \(longest) parts; the recipe allows \(most)")
      }
      guard let target = item.target, grade.isSolved, abs(grade.difficulty - target) >= 2 else {
        return nil
      }
      return PageModel.Finding(
        kind: .note, links: [link(index)],
        text: "has difficulty \(grade.difficulty); the recipe aims at \(target)")
    }
  }

  /// Puzzles for which people need far more or less time than for their neighbours.
  private var strangelyTimed: [PageModel.Finding] {
    puzzles.indices.compactMap { index in
      puzzles[index].item.play?.finding.map { text in
        PageModel.Finding(kind: .note, links: [link(index)], text: text)
      }
    }
  }

  /// Puzzles with flags, each with its figure and its reason.
  private var flagged: [PageModel.Finding] {
    puzzles.flags.enumerated().flatMap { index, flags in
      flags.map { flag in
        PageModel.Finding(
          kind: .note, links: [link(index)] + (flag.other.map { [link($0)] } ?? []),
          text: "— \(flag.words)")
      }
    }
  }

  private func link(_ index: Int) -> PageModel.Finding.Link {
    PageModel.Finding.Link(index: index, label: puzzles[index].item.label)
  }
}
