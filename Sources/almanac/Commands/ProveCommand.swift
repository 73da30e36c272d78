import ArgumentParser
import Pipeline
import Tools

struct ProveCommand: PuzzleArgumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "prove",
    abstract: "Prove that puzzles have exactly one solution, and that the rules reach it.",
    discussion: """
      Examples:
        almanac prove puzzles.txt
        almanac prove puzzles.txt --certificate proofs
        almanac prove puzzles.txt --check proofs
        almanac generate --size 8 --stars 1 --count 9 | almanac prove - --json

      The prover shares no code with the solver and the grader: it is the second opinion that \
      every published puzzle needs. It finds out by itself how many solutions there are. Then it \
      checks the grader's steps one by one: each must follow from the containers that it names. A \
      puzzle that is not unique, or a step that does not hold, ends the command with 65, one that it \
      cannot decide with 2. That the rules do not solve a puzzle is no error.

      --certificate writes three files for each unique puzzle, named by its index from 0: N.cnf, \
      the rules and “not this solution” as a formula; N.drat, a proof that nothing satisfies it, \
      for checkers such as drat-trim; N.solution, the puzzle and its stars. docs/certificates.md \
      tells how to check them without this program. Certificates that the folder has of another \
      list are removed.

      --check reads such a folder instead, with the same list, and checks every certificate: that \
      it is of that puzzle, that the formula says what the rules say, and that the proof refutes \
      it. What does not fit, or is not there, ends the command with 65, and a folder that is not \
      there with 66.

      --json prints, for each puzzle: schema, index, sbn, verdict (unique, several, none or \
      undecided), solution [[row, column]…] or null, fair (whether the steps reach the solution, \
      each checked), level (the highest among them) and steps (how many), all three null where \
      there is not one solution, fault (what is wrong with them), and with --certificate: \
      certificate, the paths of the files. With --check: schema, index, sbn, folder, holds, fault \
      (why not, or null).

      \(PuzzleArguments.exitStatus(with: [.partial, .cannotCreate]))
      """)

  @Option(
    help: ArgumentHelp(
      "Write a certificate of each unique puzzle into this folder, which is made if missing.",
      valueName: "dir"))
  var certificate: String?

  @Option(
    help: ArgumentHelp("Check the certificates in this folder; prove nothing.", valueName: "dir"))
  var check: String?

  @OptionGroup var arguments: PuzzleArguments

  var command: any Command {
    get throws {
      try checkPath(certificate, "--certificate")
      try checkPath(check, "--check")
      guard let check else { return ProvePuzzles(arguments.source, certificates: certificate) }
      if certificate != nil {
        throw ValidationError("--check reads certificates and --certificate writes them — name one")
      }
      return CheckCertificates(arguments.source, folder: check)
    }
  }
}
