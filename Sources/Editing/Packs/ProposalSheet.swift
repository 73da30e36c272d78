import Catalog
import Explaining
import Generating
import Grading
import Pipeline
import Preview
import Searching

/// Puzzles to choose from, side by side: on the terminal, and as a page.
struct ProposalSheet {
  let proposals: [Proposal]
  /// So many of them were taken, the first ones.
  let taken: Int
  /// What they are for.
  private let subject: String
  /// What takes one of them, but for its name.
  private let taking: String
  /// How each is named there, with the option that does, where there is one; `nil` for what is
  /// too long to type.
  private let names: [String?]
  private let flags: EditFlags
  private let screen: Screen
  private let set: PreviewSet
  /// The puzzles, solved for a page; otherwise they are solved when somebody looks at them.
  private let solved: [ShownPuzzle]?

  /// Lays out puzzles.
  ///
  /// - Parameters:
  ///   - proposals: The puzzles, the best first.
  ///   - taken: How many were taken.
  ///   - subject: What they are for.
  ///   - command: What takes one of them, but for its name.
  ///   - option: The option of the command that names it; `nil` where it is an argument.
  ///   - flags: Whether they were taken for real, and the folder of the page.
  ///   - context: What they are shown on.
  init(
    _ proposals: [Proposal], taken: Int, for subject: String, command: String, option: String?,
    _ flags: EditFlags, _ context: RunContext
  ) {
    self.proposals = proposals
    self.taken = taken
    self.subject = subject
    let option = option.map { $0 + " " } ?? ""
    taking = "\(command) \(option)"
    self.flags = flags
    screen = context.screen
    names = proposals.map { $0.isShort ? option + $0.name : nil }
    let names = names
    let items = proposals.enumerated().map { index, proposal in
      PreviewSet.Item(
        id: proposal.isShort ? proposal.name : "\(index + 1)", label: "\(index + 1)",
        sbn: proposal.row.sbn, note: names[index], solve: proposal.row.solve)
    }
    set = PreviewSet(title: "Candidates for \(subject)", items: items)
    solved = flags.html == nil ? nil : ProposalSheet.solved(items)
  }

  private static func solved(_ items: [PreviewSet.Item]) -> [ShownPuzzle] {
    var grader = Grader()
    var solver = ExactSolver()
    return items.map {
      ShownPuzzle(
        $0, highestLevel: GradeRange.levels.upperBound, language: .english, &grader, &solver)
    }
  }

  /// A warning for each puzzle that was taken though it is not as asked for, since none was.
  var missWarnings: [String] {
    proposals.prefix(taken).filter { $0.distance > 0 }.map {
      "warning: \(subject): no puzzle was found that is as asked for; the nearest is \($0.words)"
    }
  }

  /// Writes the page, if one is wanted.
  func write(_ emit: (Message) throws -> Void) throws {
    guard let folder = flags.html, let solved, !solved.isEmpty else { return }
    let page = PreviewPage(
      set: set, puzzles: solved, language: .english, boardsPerPage: nil)
    try emit(.note(try page.write(to: folder)))
  }

  /// Whether its lines have colours.
  var isPainted: Bool { screen.isColoured }

  /// The boards, a line about each, and how to choose another; `nil` where there is no choice.
  var lines: [String] {
    guard !proposals.isEmpty, solved != nil || proposals.count > taken else { return [] }
    let previews = solved ?? ProposalSheet.solved(set.items)
    var lines = PreviewText(screen: screen).lines(previews) + [""]
    for (index, proposal) in proposals.enumerated() {
      let mark = index < taken ? (flags.isDryRun ? " — would be taken" : " — taken") : ""
      let option = names[index].map { ": \($0)" } ?? ""
      lines.append("  \(index + 1). \(proposal.words)\(mark)\(option)")
    }
    if proposals.count > taken {
      lines.append("To take another: \(taking)\(proposals[taken].name)")
    }
    return lines + [""]
  }
}
