import Catalog
import Explaining
import Pipeline
import Preview
import Solving

/// Puzzles to choose from, side by side: on the terminal, and as a page.
struct ProposalSheet {
  let proposals: [Proposal]
  /// So many of them were taken, the first ones.
  let taken: Int
  let previews: [PreviewPuzzle]
  private let set: PreviewSet
  private let options: PacksOptions

  /// Solves the puzzles, unless nobody will see them.
  ///
  /// - Parameters:
  ///   - proposals: The puzzles, the best first.
  ///   - taken: How many were taken.
  ///   - subject: What they are for.
  ///   - slug: The same as part of a file name.
  ///   - options: How to show them.
  init(
    proposals: [Proposal], taken: Int, subject: String, slug: String, options: PacksOptions
  ) {
    self.proposals = proposals
    self.taken = taken
    self.options = options
    let items = proposals.enumerated().map { index, proposal in
      PreviewSet.Item(
        id: proposal.option == nil ? "\(index + 1)" : proposal.name, label: "\(index + 1)",
        sbn: proposal.row.sbn, note: proposal.option, solve: proposal.row.solve)
    }
    set = PreviewSet(title: "Candidates for \(subject)", slug: slug, items: items)
    let isSeen = !options.isJSON && proposals.count > taken || options.html != nil
    var grader = Grader()
    var solver = ExactSolver()
    previews = (isSeen ? items : []).map {
      PreviewPuzzle($0, highestLevel: 12, language: .english, &grader, &solver)
    }
  }

  /// Writes the page, if one is wanted.
  func write(_ emit: (OutputLine) throws -> Void) throws {
    guard let folder = options.html, !previews.isEmpty else { return }
    let page = PreviewPage(
      set: set, puzzles: previews, language: .english, boardsPerPage: nil)
    try emit(.note(try page.write(to: folder)))
  }

  /// What takes another of them, but for its name.
  private var command: String {
    switch options.task {
    case .replace(let slot, _, _): "almanac packs replace \(slot) --reason “…”"
    default: "almanac packs append \(set.slug)"
    }
  }

  /// Shows the boards, a line about each, and how to choose another.
  func say(_ emit: (OutputLine) throws -> Void) throws {
    guard !previews.isEmpty else { return }
    var preview = PreviewOptions(subject: "")
    preview.isColoured = options.isColoured
    preview.width = options.width
    for line in PreviewText(options: preview).lines(previews) { try emit(.result(line)) }
    try emit(.result(""))
    for (index, proposal) in proposals.enumerated() {
      let mark = index < taken ? (options.isDryRun ? " — would be taken" : " — taken") : ""
      let option = proposal.option.map { ": \($0)" } ?? ""
      try emit(.result("  \(index + 1). \(proposal.words)\(mark)\(option)"))
    }
    if proposals.count > taken {
      try emit(.result("To take another: \(command) \(proposals[taken].option ?? "")"))
    }
    try emit(.result(""))
  }
}
