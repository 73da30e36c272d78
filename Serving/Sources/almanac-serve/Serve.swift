import ArgumentParser
import Foundation
import Hummingbird
import Logging
import NIOCore
import Service

/// Serves a published tree as the app's server does.
@main
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "almanac-serve",
    abstract: "Serve a published tree to app developers and tests.",
    discussion: """
      GET /puzzles/versions, /puzzles/pack/ID, /puzzles/daily/DATE, /puzzles/weekly/WEEK and \
      /puzzles/monthly/MONTH, with ETag, 304, HEAD, and gzip or Zstandard where it is asked for. A \
      new release is served as soon as its manifest is there.

      Examples:
        almanac-serve --output output --port 8080
        curl -i http://127.0.0.1:8080/puzzles/daily/2026-11-21

      It is for developers: it listens on this machine alone unless --host says otherwise, knows \
      no users, and believes the entitlements that a request names.
      """)

  @Option(help: ArgumentHelp("The folder that holds puzzles/.", valueName: "dir"))
  var output = "output"

  @Option(
    name: .customLong("private"),
    help: ArgumentHelp(
      "The folder that holds private/; without it, packs that have to be bought are served to "
        + "nobody.", valueName: "dir"))
  var privateRoot: String?

  @Option(help: ArgumentHelp("The port; 0 takes any that is free.", valueName: "n"))
  var port = 8080

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      "Who gets packs that are not free: open (everybody), header (whose X-Entitlements has "
        + "unlock_all, pro_bundle or one of the pack's entitlements) or closed (nobody); with "
        + "--private alone.", valueName: "who"))
  var paid = Endpoints.Paid.header

  @Option(
    help: ArgumentHelp("Close connections that are silent for so long.", valueName: "seconds"))
  var idle = 60

  @OptionGroup var accounts: AccountOptions

  static func main() async {
    // The parser quotes what was typed, and a terminal would obey it.
    let odd: Set<Unicode.GeneralCategory> = [
      .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
    ]
    let typed = CommandLine.arguments.dropFirst()
    let number = typed.firstIndex { word in
      word.unicodeScalars.contains { odd.contains($0.properties.generalCategory) }
    }
    if let number {
      exit(
        withError: ValidationError(
          "argument \(number) has characters that cannot be shown — leave them out"))
    }
    await main(nil)
  }

  func validate() throws {
    if output.contains(":") && !output.hasPrefix("/") && !output.hasPrefix(".") {
      throw ValidationError(
        "--output has to be a folder — a bucket cannot be served; where a folder's name has a "
          + "colon, write ./ before it")
    }
    guard (0...65535).contains(port) else {
      throw ValidationError("--port is \(port) — it can be 0…65535")
    }
    guard (1...86_400).contains(idle) else {
      throw ValidationError("--idle is \(idle) — it can be 1…86400")
    }
  }

  func run() async throws {
    Serve.allowManyConnections()
    var logger = Logger(
      label: "almanac-serve", factory: { StreamLogHandler.standardError(label: $0) })
    logger.logLevel = .notice
    let told = logger
    let (host, port) = (host, port)
    let tree = PublishedTree(root: output, privateRoot: privateRoot)
    let service = try await accounts.service(over: tree)
    let app = Application(
      router: Endpoints(tree: tree, paid: paid, service: service).router(),
      server: .http1(
        configuration: .init(idleTimeout: .seconds(Int64(idle)))),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port), serverName: "almanac"),
      onServerRunning: { channel in
        let bound = channel.localAddress?.port ?? port
        told.notice("http://\(host):\(bound)/puzzles/versions")
      },
      logger: logger)
    try await app.runService()
  }

  /// Every connection is an open file: asks for as many as the system allows.
  private static func allowManyConnections() {
    var limit = rlimit()
    #if canImport(Glibc)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    guard getrlimit(files, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    _ = setrlimit(files, &limit)
  }
}

extension Endpoints.Paid: ExpressibleByArgument {}
