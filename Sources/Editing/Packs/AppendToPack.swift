package import Generating
import Identity
package import Pipeline

/// Adds slots at the end of a pack: the puzzles that are named, or so many that are proposed.
package struct AppendToPack: Command {
  package var pack: String
  /// The puzzles by name: numbers in reserve, seeds or texts.
  package var puzzles: [String]
  /// How many to add where none is named.
  package var count: Int
  /// What they are to be like.
  package var wish: GradeRange
  package var flags: EditFlags

  /// The most slots that are appended at once.
  package static let counts = 1...100

  package init(
    to pack: String, puzzles: [String] = [], count: Int = 1, wish: GradeRange = GradeRange(),
    _ flags: EditFlags
  ) {
    self.pack = pack
    self.puzzles = puzzles
    self.count = count
    self.wish = wish
    self.flags = flags
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try await PackChange(command: "append", flags: flags).run(
      in: house, context, emit,
      pack: { desk in try desk.pack(pack) }
    ) { desk, pack, answer in
      let found = try await desk.append(puzzles, count: count, to: pack, wish: wish)
      answer.sheet = ProposalSheet(
        found, taken: puzzles.isEmpty ? count : puzzles.count, for: pack.text,
        command: house.command("packs append \(pack)"), option: "--with", flags, context)
    }
  }
}
