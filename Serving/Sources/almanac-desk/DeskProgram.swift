import ArgumentParser
import Foundation
import Hummingbird
import Invocation
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import UnixSignals

/// Editors' desk: a web application for this machine and its user alone.
@main
struct DeskProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "almanac-desk",
    abstract: "Play, choose and shape puzzles in a browser on this machine.",
    discussion: """
      Prints an address that opens the desk once, in the browser that gets there first. Every edit \
      is a command of “almanac”, tried first with --dry-run and shown before it is kept; \
      publishing stays with “almanac release publish”. Interrupt it to end it.

      Examples:
        almanac-desk
        almanac-desk --recipes Pipelines --state .almanac --output output
      """)

  @Option(
    help: ArgumentHelp(
      "The program that does the work. (default: beside this one, or on the path)",
      valueName: "file"))
  var program: String?

  @Option(help: ArgumentHelp("The folder of the recipes. (default: Pipelines)", valueName: "dir"))
  var recipes: String?

  @Option(help: ArgumentHelp("The published tree. (default: output)", valueName: "place"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Where private/ lies. (default: $ALMANAC_PRIVATE, or as --output)", valueName: "place"))
  var privateTo: String?

  @Option(
    help: ArgumentHelp(
      "The folder of the catalogue. (default: $ALMANAC_STATE, or .almanac)", valueName: "dir"))
  var state: String?

  @Option(
    help: ArgumentHelp(
      "The run's clock, such as 2026-11-21T03:00:00Z. (default: now)", valueName: "time"))
  var now: String?

  @Option(
    help: ArgumentHelp(
      "The port. (default: that of the last time, or any that is free)", valueName: "n"))
  var port: Int?

  static func main() async {
    do {
      try Invocation.begin()
      // The parser quotes what was typed, and a terminal would obey it.
      try Invocation.checkPrintable()
    } catch {
      tell(error.message)
      exit(withError: ExitCode(error.exitCode))
    }
    await main(nil)
  }

  func validate() throws {
    if let port, !(0...65535).contains(port) {
      throw ValidationError("--port is \(port) — it can be 0…65535")
    }
  }

  private var house: [(name: String, value: String?)] {
    [
      ("--recipes", recipes), ("--output", output), ("--private-to", privateTo),
      ("--state", state), ("--now", now),
    ]
  }

  /// Ends and says why: something that is named is not there, for the most part.
  private static func end(_ text: String, code: Int32 = 66) throws -> Never {
    tell(text)
    throw ExitCode(code)
  }

  private static func tell(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("almanac-desk: \(text)\n".utf8))
  }

  func run() async throws {
    for (name, folder) in [("--recipes", recipes), ("--state", state)] {
      guard let folder, !FileManager.default.fileExists(atPath: folder) else { continue }
      try DeskProgram.end("\(name): \(folder) is not there — make it, or name another")
    }
    let path: String
    do {
      path = try ProgramRunner.find(program)
    } catch let missing as ProgramRunner.ProgramMissing {
      try DeskProgram.end(missing.description)
    }
    let folder = try PrivateFolder()
    defer { folder.remove() }
    let words = house.compactMap { name, value in value.map { "\(name)=\($0)" } }
    let runner = ProgramRunner(program: path, house: words, folder: folder)
    // What every command would refuse is said now, and not at the first click.
    let first = try await runner.run(["edits", "list"], input: nil, isEdit: false)
    if first.status == 64 {
      try DeskProgram.end(first.said.first ?? "the places cannot be used", code: 64)
    }
    let doorkeeper = Doorkeeper()
    let desk = Desk(
      doorkeeper: doorkeeper, runner: runner, sheets: SheetShelf(folder: folder))
    if let port {
      do {
        _ = try await serve(desk, at: port) { _ in }
      } catch let error as IOError {
        try DeskProgram.end(
          "cannot listen on port \(port) (\(String(cString: strerror(error.errnoCode)))) — is "
            + "another program there? name another --port, or leave it out", code: 74)
      }
    } else {
      let memory = PortMemory(
        folder: state ?? ProcessInfo.processInfo.environment["ALMANAC_STATE"] ?? ".almanac")
      do {
        let taken = try await serve(desk, at: memory.port ?? 0) { memory.keep($0) }
        // In a new house the folder has been made since.
        memory.keep(taken)
      } catch is IOError {
        // Somebody else has that port now.
        _ = try await serve(desk, at: 0) { _ in }
      }
    }
    await runner.endAll()
  }

  /// Serves until the program is asked to end.
  ///
  /// - Parameters:
  ///   - desk: What is served.
  ///   - port: The port; 0 takes any that is free.
  ///   - isOpen: Given the port once it is taken.
  /// - Returns: The port that was taken.
  /// - Throws: `IOError` where the port is another's.
  private func serve(
    _ desk: Desk, at port: Int, isOpen: @escaping @Sendable (Int) -> Void
  ) async throws -> Int {
    let doorkeeper = desk.doorkeeper
    let taken = Mutex(0)
    var logger = Logger(
      label: "almanac-desk", factory: { StreamLogHandler.standardError(label: $0) })
    logger.logLevel = .error
    let app = Application(
      responder: CallbackResponder { request, context in
        await desk.response(to: request, context)
      },
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: port), serverName: "almanac-desk"),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? 0
        taken.withLock { $0 = port }
        isOpen(port)
        doorkeeper.open(at: "127.0.0.1:\(port)")
        let address = "http://127.0.0.1:\(port)/?token=\(doorkeeper.token)"
        FileHandle.standardOutput.write(Data("The desk is open, once: \(address)\n".utf8))
      },
      logger: logger)
    var configuration = ServiceGroupConfiguration(
      services: [app], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(2)
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch is CancellationError {
      // A browser keeps its connections; it is not waited for.
    }
    return taken.withLock(\.self)
  }
}
