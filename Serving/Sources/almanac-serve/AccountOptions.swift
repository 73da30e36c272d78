import AlmanacTree
import ArgumentParser
import Foundation
import Service

/// What the service with accounts is run with.
struct AccountOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep accounts, progress and purchases in this database; without it, puzzles alone are "
        + "served.", valueName: "file"))
  var accounts: String?

  @Option(
    help: ArgumentHelp(
      "The keys that sign tokens: in each line a name and 32 random bytes in Base64, the one that "
        + "signs first. Needed with --accounts.", valueName: "file"))
  var tokenKeys: String?

  @Option(
    name: .customLong("trusted-proxies"),
    help: ArgumentHelp(
      "The addresses of proxies whose X-Forwarded-For is believed, with commas between.",
      valueName: "list"))
  var trustedProxies = ""

  @Option(
    name: .customLong("metrics-readers"),
    help: ArgumentHelp(
      "The addresses, besides this machine, that may read /metrics, with commas between.",
      valueName: "list"))
  var metricsReaders = ""

  @Option(
    name: .customLong("reset-hook"),
    help: ArgumentHelp(
      "The program that sends what a forgotten password needs: it gets the address and the secret "
        + "in two lines of its standard input.", valueName: "program"))
  var resetHook: String?

  @Flag(
    name: .customLong("no-shop"),
    help: ArgumentHelp(
      "Take no purchases; otherwise ALMANAC_WEBHOOK_AUTHORIZATION or ALMANAC_WEBHOOK_SECRET has to "
        + "be set with --accounts."))
  var noShop = false

  @Flag(help: "Count purchases in the shop's sandbox.")
  var sandbox = false

  @Flag(
    name: .customLong("no-limits"),
    help: "Do not limit how often a client may ask: for tests on one machine.")
  var noLimits = false

  func validate() throws {
    if accounts == nil {
      let others: [(String, Bool)] = [
        ("--token-keys", tokenKeys != nil), ("--reset-hook", resetHook != nil),
        ("--no-shop", noShop), ("--sandbox", sandbox),
        ("--metrics-readers", !metricsReaders.isEmpty),
        ("--trusted-proxies", !trustedProxies.isEmpty), ("--no-limits", noLimits),
      ]
      for (name, isGiven) in others where isGiven {
        throw ValidationError("\(name) needs --accounts")
      }
    } else if tokenKeys == nil {
      throw ValidationError(
        "--accounts needs --token-keys — a line such as “\(AccountOptions.exampleLine)” in a file")
    } else if noShop && sandbox {
      throw ValidationError("--no-shop takes no purchases, and --sandbox counts some: name one")
    }
  }

  /// Addresses with commas between; blanks make no difference.
  ///
  /// - Returns: The addresses as those of clients are written, whichever way they are given.
  private static func addresses(_ list: String, _ option: String) throws -> Set<String> {
    let words = list.split(separator: ",").map { String($0.filter { $0 != " " }) }
    return Set(
      try words.map { word in
        guard let address = ClientAddress(word) else {
          throw ValidationError("\(option) has “\(word)”, which is no address such as 10.0.0.1")
        }
        return address.text
      })
  }

  /// The keys that sign tokens.
  static func keys(in path: String) throws -> [Tokens.Key] {
    let text: String
    do {
      text = try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      // With a blank in it, it may be what the file holds: a key must be in no message.
      let shown = path.contains(where: \.isWhitespace) ? "--token-keys" : path
      throw Stop(
        code: 66, message: "\(shown): cannot be read — name the file of the keys that sign tokens")
    }
    do {
      let keys = try Tokens.keys(in: text)
      if keys.isEmpty { throw TokenKeyError.none }
      return keys
    } catch let error as TokenKeyError {
      throw Stop(code: 65, message: "\(path): \(error)")
    }
  }

  private static let exampleLine = "2026-11 $(openssl rand -base64 32)"

  /// The service; `nil` where puzzles alone are served.
  ///
  /// The shop's secrets come from the environment: `ALMANAC_WEBHOOK_AUTHORIZATION`,
  /// `ALMANAC_WEBHOOK_SECRET`.
  func service(over tree: PublishedTree, _ metrics: Metrics) async throws -> Service? {
    guard let accounts, let tokenKeys else { return nil }
    let tokens: Tokens
    do {
      tokens = try await Tokens(try AccountOptions.keys(in: tokenKeys))
    } catch let error as TokenKeyError {
      throw Stop(code: 65, message: "\(tokenKeys): \(error)")
    }
    let environment = ProcessInfo.processInfo.environment
    var settings = Service.Settings()
    settings.trustedProxies = try AccountOptions.addresses(trustedProxies, "--trusted-proxies")
    if let resetHook, !FileManager.default.isExecutableFile(atPath: resetHook) {
      throw ValidationError("--reset-hook: \(resetHook) is no program")
    }
    if !noShop {
      settings.webhook = WebhookKey(
        authorization: environment["ALMANAC_WEBHOOK_AUTHORIZATION"],
        secret: environment["ALMANAC_WEBHOOK_SECRET"])
      // Whoever has forgotten it would hear nothing: a shop gives its events up after some hours.
      if settings.webhook == nil {
        throw Stop(
          code: 66,
          message: "neither ALMANAC_WEBHOOK_AUTHORIZATION nor ALMANAC_WEBHOOK_SECRET is set, and "
            + "without them no purchase is believed — set one, or name --no-shop where nothing is "
            + "sold")
      }
    }
    settings.metricsReaders = try AccountOptions.addresses(metricsReaders, "--metrics-readers")
    settings.acceptsSandbox = sandbox
    settings.isLimited = !noLimits
    if let resetHook { settings.sendReset = { await ResetHook(program: resetHook).send($0, $1) } }
    return Service(
      database: try ServiceDatabase(path: accounts), tokens: tokens,
      passwords: try Passwords(cores: ProcessInfo.processInfo.activeProcessorCount),
      settings: settings, metrics: metrics, release: { try AccountOptions.release(of: tree) },
      noteDamage: { tree.noteDamage() })
  }

  /// The release as it is now; why there is none is said as the service says it.
  private static func release(of tree: PublishedTree) throws -> PublishedRelease {
    do throws(PublishedTree.Refusal) {
      return try tree.release()
    } catch {
      switch error {
      case .missing, .notYet: throw Refusal.noPuzzles
      case .damaged(let damage): throw damage
      }
    }
  }
}
