import Foundation
import JSONText
import TestSupport
import Testing

/// The help texts of all commands, as they are at 80 columns.
///
/// The commands are those that the program itself lists, so that none can be forgotten. `RECORD=1
/// make test` writes the texts anew: read the difference like code.
@Suite("Help")
struct HelpTests {
  private static let goldens = Project.folder.appendingPathComponent("Tests/almanacTests/Help")

  private let folder = TemporaryFolder()

  /// The words of every command, groups and the program itself included.
  private func commands() throws -> [[String]] {
    let dump = try Program.run(["--experimental-dump-help"], in: folder)
    let value = try JSONValue(reading: Array(dump.output.utf8))
    let root = try #require(value["command"])
    return try commands(below: root, as: [])
  }

  private func commands(below command: JSONValue, as words: [String]) throws -> [[String]] {
    guard case .array(let subcommands)? = command["subcommands"] else { return [words] }
    return try [words]
      + subcommands.flatMap { subcommand -> [[String]] in
        guard case .string(let name)? = subcommand["commandName"] else {
          throw CocoaError(.formatting)
        }
        return name == "help" ? [] : try commands(below: subcommand, as: words + [name])
      }
  }

  private func help(_ command: [String]) throws -> String {
    let ending = try Program.run(
      command.isEmpty ? ["--help"] : ["help"] + command, in: folder, environment: ["COLUMNS": "80"])
    #expect(ending.status == 0 && ending.errors.isEmpty, "\(command): \(ending.errors)")
    return ending.output
  }

  @Test("every command explains itself as the golden files say")
  func goldenTexts() throws {
    let commands = try commands()
    #expect(commands.count > 50)
    var names: Set<String> = []
    for command in commands {
      let name = (["almanac"] + command).joined(separator: "-") + ".txt"
      names.insert(name)
      let file = HelpTests.goldens.appendingPathComponent(name)
      let text = try help(command)
      if Effort.isRecording {
        try FileManager.default.createDirectory(
          at: HelpTests.goldens, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      let longest = text.split(separator: "\n").map(\.count).max() ?? 0
      #expect(longest <= 80, "\(name) has a line of \(longest) columns")
      let golden = try? String(contentsOf: file, encoding: .utf8)
      #expect(golden == text, "\(name) — RECORD=1 make test FILTER=HelpTests writes it anew")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: HelpTests.goldens.path)
    for file in Set(files).subtracting(names) {
      guard Effort.isRecording else {
        Issue.record("\(file) is no command's — remove it")
        continue
      }
      try FileManager.default.removeItem(at: HelpTests.goldens.appendingPathComponent(file))
    }
  }

  @Test("every command that is no group begins with an example")
  func examples() throws {
    let commands = try commands()
    for command in commands where command != ["packs", "import"] {
      let isGroup = commands.contains { $0.count > command.count && $0.starts(with: command) }
      if isGroup && !command.isEmpty { continue }
      let paragraphs = try help(command).split(separator: "\n\n")
      let first = paragraphs.dropFirst().first ?? ""
      #expect(first.contains(":\n  almanac") || first.contains("| almanac"), "\(command)")
    }
  }

  @Test("every command that prints JSON tells what is in it")
  func jsonMembers() throws {
    var count = 0
    // One command is another by a second name, and says so.
    for command in try commands() where command != ["packs", "import"] {
      let parts = try help(command).split(separator: "\nUSAGE: ", maxSplits: 1)
      guard parts.count == 2, parts[1].contains("\n  --json ") else { continue }
      count += 1
      let tells = parts[0].contains("--json") || parts[0].contains("JSON")
      // The groups of editing commands tell it of all of theirs.
      let isTold = try tells || help(Array(command.dropLast())).contains("--json prints")
      #expect(isTold, "\(command)")
    }
    #expect(count > 40)
  }

  @Test("every command that is no group tells its exit statuses")
  func statuses() throws {
    let commands = try commands()
    for command in commands {
      let isGroup = commands.contains { $0.count > command.count && $0.starts(with: command) }
      if isGroup && !command.isEmpty { continue }
      #expect(try help(command).contains("EXIT STATUS"), "\(command)")
    }
  }

  @Test("a command that takes one place of the house takes all of it")
  func places() throws {
    let common = [
      "--recipes <", "--output <", "--state <", "--now <", "--jobs <", "--json", "--quiet",
    ]
    for command in try commands() {
      let options = try help(command).split(separator: "\n").filter { $0.hasPrefix("  --") }
      let found = common.filter { name in options.contains { $0.hasPrefix("  \(name)") } }
      // What does not look at the house has the last three, or is a group and has none.
      let isWhole = [0, 3, common.count].contains(found.count)
      #expect(isWhole, "\(command) has \(found)")
    }
  }
}
