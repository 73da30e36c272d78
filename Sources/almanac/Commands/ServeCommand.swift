import ArgumentParser
import Foundation
import Pipeline

/// Hands over to the server, which is built apart: its dependencies cost minutes.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve a published tree to app developers, on this machine.",
    discussion: """
      Examples:
        almanac serve --output output --port 8080
        almanac serve serve --help

      Hands over to almanac-serve, which is looked for beside this program \
      and on PATH; “make serving” builds it.

      EXIT STATUS
      \(ExitStatus.table(of: [.done, .usage, .noInput]))
      """)

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp(
      "What almanac-serve takes, such as --output DIR, --private DIR, --port N, --accounts FILE."
    ))
  var arguments: [String] = []

  func run() throws {
    var argv = (["almanac-serve"] + arguments).map { strdup($0) } + [nil]
    for place in places {
      // Comes back only where there is no such program.
      execv("\(place)/almanac-serve", &argv)
    }
    for word in argv { free(word) }
    // The server's own help tells more, where there is one.
    if arguments.contains("--help") || arguments.contains("-h") {
      throw CleanExit.helpRequest(ServeCommand.self)
    }
    RunOptions.tell(
      "serve: almanac-serve is nowhere to be found — it is built apart, by “make serving” in the "
        + "source folder; to look at a tree, any server of static files will do")
    throw ExitCode(ExitStatus.noInput.rawValue)
  }

  /// The folders to look in.
  private var places: [String] {
    let program = CommandLine.arguments[0]
    let beside =
      program.contains("/")
      ? [String(program[..<(program.lastIndex(of: "/") ?? program.startIndex)])] : []
    let path = (environment("PATH") ?? "").split(separator: ":").map(String.init)
    return beside + path
  }
}
