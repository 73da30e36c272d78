import AlmanacClient
import Foundation

/// Star Battle on a terminal, as an app plays it: offline, with hints, on several devices.
///
///     almanac-player [--service URL] [--folder DIR] [--root KEY] [--bundle FILE]
@main
@MainActor
struct Player {
  static func main() async {
    let known = ["--service", "--folder", "--root", "--bundle"]
    var flags: [String: [String]] = [:]
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      guard known.contains(word), let value = words.popFirst() else {
        print("usage: almanac-player [--service URL] [--folder DIR] [--root KEY] [--bundle FILE]")
        exit(word == "--help" ? 0 : 64)
      }
      flags[word, default: []].append(value)
    }
    var bundle: [UInt8]?
    if let path = flags["--bundle"]?.last {
      bundle = FileManager.default.contents(atPath: path).map { Array($0) }
      if bundle == nil {
        print("almanac-player: \(path) cannot be read — name a tree's puzzles/bundle/free.json")
        exit(66)
      }
    }
    if let root = flags["--root"]?.first(where: { $0.wholeMatch(of: /[0-9a-f]{64}/) == nil }) {
      print("almanac-player: \(root) is no root's public key — name its 64 hexadecimal digits")
      exit(64)
    }
    do {
      let home = FileManager.default.homeDirectoryForCurrentUser.path
      let storage = try DiskStorage(
        folder: flags["--folder"]?.last ?? home + "/.almanac-player")
      let almanac = Almanac(
        transport: NetworkTransport(to: flags["--service"]?.last ?? "http://127.0.0.1:8080"),
        storage: storage, roots: flags["--root"] ?? [])
      let terminal = Terminal()
      defer { terminal.close() }
      var menu = Menu(almanac, terminal)
      // Nobody waits for the network: what is here can be played at once.
      let opening = Task { [bundle] in await almanac.start(bundle: bundle) }
      try await menu.run()
      opening.cancel()
      await almanac.flush()
    } catch {
      print("almanac-player: \(error)")
      exit(74)
    }
  }

  /// What became of the exchange with other devices, in a few words.
  static func status(of almanac: Almanac) -> String {
    let count = almanac.progress.pendingCount
    let waiting = count == 0 ? "all sent" : "\(count) waiting"
    return almanac.sync.lastFailure == nil ? waiting : "\(waiting), offline"
  }
}
