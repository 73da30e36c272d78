import Catalog
package import Pipeline

/// Gives a puzzle tags to be found by, or takes them away.
package struct TagPuzzle: Command {
  /// A slot, a date, a number of the catalogue, or a text that it has.
  package var puzzle: String
  package var adding: [String]
  package var removing: [String]
  package var flags: EditFlags

  package init(
    _ puzzle: String, adding: [String], removing: [String] = [], _ flags: EditFlags
  ) {
    self.puzzle = puzzle
    self.adding = adding
    self.removing = removing
    self.flags = flags
  }

  /// The most tags that a puzzle has.
  package static let most = 20
  /// The most letters of a tag.
  package static let longest = 40

  /// Whether a text can be a tag: small letters, digits and hyphens, as ids of packs have them.
  package static func isTag(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
      }
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await PuzzleChange(command: "tag", flags: flags).run(puzzle, in: house, context, emit) {
      catalog, record in
      let count = Set(record.tags).union(adding).subtracting(removing).count
      // Those of earlier programs may be more, and may become fewer step by step.
      guard count <= max(TagPuzzle.most, record.tags.count) else {
        throw PipelineError.refused(
          what: puzzle,
          reason: "it would have \(count) tags, and can have \(TagPuzzle.most) — take some away "
            + "with --remove")
      }
      try catalog.tag(record.puzzle.id, adding: adding, removing: removing)
      let tags = try catalog.puzzle(numbered: record.puzzle.id)?.tags ?? []
      return tags.isEmpty ? "no tags" : "tags " + tags.joined(separator: ", ")
    }
  }
}
