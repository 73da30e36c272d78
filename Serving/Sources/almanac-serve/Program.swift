import AlmanacTree
import ArgumentParser
import Foundation
import Invocation
import Service

/// The program: it serves, and looks after what it serves.
@main
struct Program: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "almanac-serve",
    abstract: "Serve a published tree, with accounts, to apps and their developers.",
    subcommands: [Serve.self, Doctor.self, ReportCommand.self, Backup.self],
    defaultSubcommand: Serve.self)

  static func main() async {
    do {
      try Invocation.begin()
      // The parser quotes what was typed, and a terminal would obey it.
      try Invocation.checkPrintable()
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let fault as Invocation.Fault {
      end(fault.message, fault.exitCode)
    } catch let error as ServiceDatabaseError {
      end("\(error)", error.exitCode)
    } catch let error as Stop {
      end(error.message, error.code)
    } catch {
      // The parser quotes what was typed, and a shell may have put a key there: 32 bytes in Base64.
      let message = fullMessage(for: error)
      let shown = message.replacing(/[A-Za-z0-9+\/]{43}=/, with: "…")
      if shown != message { end(shown, exitCode(for: error).rawValue) }
      exit(withError: error)
    }
  }

  private static func end(_ message: String, _ code: Int32) -> Never {
    // Where that cannot be written either, there is nobody to tell.
    try? FileHandle.standardError.write(contentsOf: Data("almanac-serve: \(message)\n".utf8))
    Foundation.exit(code)
  }

  /// Writes a result to the standard output.
  ///
  /// - Throws: `Stop`, where it cannot be written.
  static func show(_ result: Data) throws {
    do {
      try FileHandle.standardOutput.write(contentsOf: result)
    } catch {
      throw Stop(code: 74, message: "standard output: cannot be written — make room")
    }
  }
}

/// Why a command ends, with the exit code that says so to scripts.
struct Stop: Error {
  let code: Int32
  let message: String
}

/// Looks at what is served, and says what has to be seen to.
struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look at the tree, the database and the keys, and say what has to be seen to.",
    discussion: "Changes nothing; it may run while the service does. Exits with 65 when something "
      + "has to be seen to.")

  @OptionGroup var tree: TreeOptions

  @Option(help: ArgumentHelp("The database of accounts.", valueName: "file"))
  var accounts: String?

  @Option(help: ArgumentHelp("The keys that sign tokens.", valueName: "file"))
  var tokenKeys: String?

  func run() async throws {
    var notes: [String] = []
    var faults: [String] = []
    do {
      let release = try tree.served()
      notes.append(
        "release \(release.number) is served, \(release.packIDs.count.of("pack"))")
      faults += tree.faults(inPrivatePartOf: release)
      let today = Date().formatted(.iso8601.year().month().day().dateSeparator(.dash))
      if release.hasCalendar("daily"), release.puzzle("daily", today) == nil {
        faults.append("there is no daily of \(today) — run “almanac doctor” where nights are run")
      }
    } catch let error as Stop {
      faults.append(error.message)
    }
    if let tokenKeys {
      do {
        let keys = try AccountOptions.keys(in: tokenKeys)
        notes.append("\(keys.count.of("key")) for tokens, “\(keys[0].id)” signs")
      } catch let error as Stop {
        faults.append(error.message)
      }
      if let fault = DatabaseHealth.openness(of: tokenKeys) { faults.append(fault) }
    }
    if let accounts {
      do {
        let health = try DatabaseHealth(of: accounts)
        notes += health.notes
        faults += health.faults
      } catch let error as ServiceDatabaseError {
        faults.append("\(error)")
      }
    }
    let lines = notes.map { "well: \($0)\n" } + faults.map { "see to: \($0)\n" }
    try Program.show(Data(lines.joined().utf8))
    if !faults.isEmpty { throw ExitCode(65) }
  }
}

/// Writes what editors may know of how puzzles are played.
struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write solve counts, times and downloads without users, for “almanac insight”.",
    discussion: "May run while the service does. Times are told from five people on.")

  @Option(help: ArgumentHelp("The database of accounts.", valueName: "file"))
  var accounts: String

  @Option(
    help: ArgumentHelp(
      "Where it goes, in place of an earlier report; “-” is the standard output.",
      valueName: "file"))
  var to = "-"

  func run() async throws {
    let data = try Report.json(of: accounts, at: Int(Date().timeIntervalSince1970 * 1000))
    if to == "-" {
      try Program.show(data)
      return
    }
    // A slip must not cost the database, the keys or a tree.
    let isThere = (try? FileManager.default.attributesOfItem(atPath: to)) != nil
    if isThere, !Report.isReport(FileManager.default.contents(atPath: to) ?? Data()) {
      throw Stop(code: 73, message: "\(to) is there already and is no report — name another file")
    }
    do {
      try data.write(to: URL(filePath: to), options: .atomic)
    } catch {
      throw Stop(code: 73, message: "\(to) cannot be written — is its folder there?")
    }
  }
}

/// Copies the database while it is used.
struct Backup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy the database, also while the service runs, and look whether the copy is whole.",
    discussion: "To restore one, stop the service, put the copy in place of the database, remove "
      + "FILE-wal and FILE-shm, and start it.")

  @Option(help: ArgumentHelp("The database of accounts.", valueName: "file"))
  var accounts: String

  @Option(help: ArgumentHelp("The copy; it must not be there yet.", valueName: "file"))
  var to: String

  func run() async throws {
    try ServiceDatabase.copy(accounts, to: to)
    try Program.show(Data("\(to) is whole\n".utf8))
  }
}
