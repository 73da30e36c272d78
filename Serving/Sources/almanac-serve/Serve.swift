import ArgumentParser
import Foundation
import Hummingbird
import Logging
import NIOCore
import Service
import ServiceLifecycle
import UnixSignals

/// Serves a published tree as the app's server does.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Serve; what happens when no other command is named.",
    discussion: """
      GET /puzzles/versions, /puzzles/pack/ID, /puzzles/daily/DATE, /puzzles/weekly/WEEK and \
      /puzzles/monthly/MONTH, with ETag, 304, HEAD, and gzip or Zstandard where it is asked for. A \
      new release is served as soon as its manifest is there.

      Examples:
        almanac-serve --output output --port 8080
        curl -i http://127.0.0.1:8080/puzzles/daily/2026-11-21

      It listens on this machine alone unless --host says otherwise. Without --accounts it is for \
      developers: it knows no users, and believes the entitlements that a request names.
      """)

  @OptionGroup var place: TreeOptions

  @Option(help: ArgumentHelp("The port; 0 takes any that is free.", valueName: "n"))
  var port = 8080

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      "Who gets packs that are not free: open (everybody), header (whose X-Entitlements has "
        + "unlock_all, pro_bundle or one of the pack's entitlements) or closed (nobody); with "
        + "--private, and without --accounts. (default: header)", valueName: "who"))
  var paid: Endpoints.Paid?

  @Option(
    help: ArgumentHelp("Close connections that are silent for so long.", valueName: "seconds"))
  var idle = 60

  @OptionGroup var accounts: AccountOptions

  func validate() throws {
    guard (0...65535).contains(port) else {
      throw ValidationError("--port is \(port) — it can be 0…65535")
    }
    guard (1...86_400).contains(idle) else {
      throw ValidationError("--idle is \(idle) — it can be 1…86400")
    }
    if paid != nil, accounts.accounts != nil {
      throw ValidationError("--paid changes nothing with --accounts, which know what was bought")
    }
  }

  func run() async throws {
    Serve.allowManyConnections()
    var logger = Logger(
      label: "almanac-serve", factory: { StreamLogHandler.standardError(label: $0) })
    logger.logLevel = .notice
    let host = Serve.bare(host)
    let (told, shown, port) = (logger, Serve.shown(host), port)
    let source = try place.source(logger)
    if let damage = source.tree.damage { logger.error("nothing is served: \(damage)") }
    let metrics = Metrics()
    let accountService = try await accounts.service(over: source.tree, metrics)
    if let keys = accounts.tokenKeys, let fault = DatabaseHealth.openness(of: keys) {
      logger.warning("\(fault)")
    }
    var endpoints = Endpoints(
      tree: source.tree, paid: paid ?? .header, service: accountService, metrics: metrics)
    endpoints.mirror = source.mirror
    let (quick, idle) = (QuickAnswers(endpoints), idle)
    let app = Application(
      router: endpoints.router(),
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [
            IdleStateHandler(allTimeout: .seconds(Int64(idle))), QuickHandler(quick),
          ])),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port), serverName: "almanac"),
      onServerRunning: { channel in
        let bound = channel.localAddress?.port ?? port
        told.notice("http://\(shown):\(bound)/puzzles/versions")
      },
      logger: logger)
    // They end in the other order: the last counts are noted when the last answer is given.
    var services: [any ServiceLifecycle.Service] = []
    if let accountService { services.append(Upkeep(of: accountService, logger: logger)) }
    if let mirror = source.mirror { services.append(mirror) }
    services.append(app)
    var configuration = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = Serve.patience
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch let error as IOError {
      let advice =
        switch error.errnoCode {
        case EADDRINUSE: "is another program there? name another --port"
        case EADDRNOTAVAIL: "this machine has no such address: name another --host"
        default: "name another --host or --port"
        }
      let reason = String(cString: strerror(error.errnoCode))
      throw Stop(
        code: 74, message: "cannot listen on \(shown):\(port) (\(reason)) — \(advice)")
    } catch is SocketAddressError.UnknownHost {
      throw Stop(
        code: 74,
        message: "cannot listen on \(shown):\(port): there is no such address — name another "
          + "--host")
    } catch is CancellationError {
      // Whoever was still being answered after `patience` was not waited for.
    }
  }

  /// A host without the brackets that it has in an address.
  private static func bare(_ host: String) -> String {
    host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
  }

  /// A host as it stands before a port: an IPv6 address has colons of its own.
  private static func shown(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

  /// How long whoever is being answered when it ends is waited for.
  private static let patience = Duration.seconds(8)

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
