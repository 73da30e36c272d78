public import Foundation

/// Runs the built `almanac` as a person or a scheduler does.
public enum Program {
  /// How a run ended, and all that it printed.
  public struct Ending {
    public let status: Int32
    /// What it printed on standard output.
    public let output: String
    /// What it printed on standard error.
    public let errors: String

    /// The lines of `output` that are not empty.
    public var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// The program beside the test bundle, where a build of the tests leaves it.
  ///
  /// It throws where there is none, so that whatever needs it fails and is not skipped.
  public static var path: String {
    get throws {
      guard let found else { throw Missing() }
      return found
    }
  }

  private static let found: String? = {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let places = [bundle] + Bundle.allBundles.map(\.bundleURL)
    for place in places {
      let program = place.deletingLastPathComponent().appendingPathComponent("almanac").path
      if FileManager.default.isExecutableFile(atPath: program) { return program }
    }
    return nil
  }()

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - arguments: The command line, without the program's name.
  ///   - input: What stands on standard input.
  ///   - folder: Where it runs.
  ///   - environment: Variables besides `PATH`.
  ///   - signal: A signal to send after a delay in seconds.
  /// - Returns: How it ended, and all that it printed.
  /// - Throws: `Missing` where there is none; Foundation's errors when it cannot be run.
  public static func run(
    _ arguments: [String], input: String = "", in folder: TemporaryFolder,
    environment: [String: String] = [:], signal: (number: Int32, after: TimeInterval)? = nil
  ) throws -> Ending {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = environment.merging(["PATH": "/usr/bin:/bin"]) { given, _ in given }
    // Files, not pipes: nobody has to read while the program runs.
    let names = ["stdin", "stdout", "stderr"].map { "\(folder.path)/.\($0)" }
    for (name, text) in zip(names, [input, "", ""]) {
      try Data(text.utf8).write(to: URL(fileURLWithPath: name))
    }
    process.standardInput = FileHandle(forReadingAtPath: names[0])
    process.standardOutput = FileHandle(forWritingAtPath: names[1])
    process.standardError = FileHandle(forWritingAtPath: names[2])
    try process.run()
    if let signal {
      Thread.sleep(forTimeInterval: signal.after)
      kill(process.processIdentifier, signal.number)
    }
    process.waitUntilExit()
    let texts = try names[1...].map { try String(contentsOfFile: $0, encoding: .utf8) }
    return Ending(status: process.terminationStatus, output: texts[0], errors: texts[1])
  }

  /// Runs a line of a shell, for which `almanac` is the program.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - environment: Variables besides `PATH`.
  ///   - folder: Where it runs.
  /// - Returns: The shell's status, and all that was printed.
  /// - Throws: As `run` does.
  public static func shell(
    _ line: String, environment: [String: String] = [:], in folder: TemporaryFolder
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let programs = (try path as NSString).deletingLastPathComponent
    process.environment = environment.merging(["PATH": "\(programs):/usr/bin:/bin"]) { given, _ in
      given
    }
    let log = "\(folder.path)/.log"
    try Data().write(to: URL(fileURLWithPath: log))
    let handle = FileHandle(forWritingAtPath: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, folder.text(".log") ?? "")
  }

  /// There is no program beside the tests.
  private struct Missing: Error, CustomStringConvertible {
    let description = "there is no program beside the tests — “make test” builds it"
  }
}
