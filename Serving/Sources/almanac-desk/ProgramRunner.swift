import Foundation

/// A folder for this user alone, gone when the desk is closed.
struct PrivateFolder: Sendable {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.path
    var template = Array("\(folder)/almanac-desk-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw CocoaError(.fileWriteUnknown)
    }
    path = String(cString: made)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

/// What became of a run of the program.
struct Outcome: Sendable {
  let status: Int32
  let output: Data
  /// What it said to people.
  let said: [String]

  /// Whether somebody else is at work in the house.
  var isBusy: Bool { status == 75 }
}

/// Runs the program: one edit at a time, and few looks at once.
actor ProgramRunner {
  private let program: String
  let house: [String]
  private let folder: PrivateFolder
  private var running: [ObjectIdentifier: Process] = [:]
  private var waiting: [(isEdit: Bool, resume: CheckedContinuation<Void, Never>)] = []
  private var looks = 0
  private var isEditing = false
  private var count = 0

  /// The most looks at once.
  private static let most = 3

  init(program: String, house: [String], folder: PrivateFolder) {
    self.program = program
    self.house = house
    self.folder = folder
  }

  /// The program that is named, or the one beside this, or the first on the path.
  static func find(_ named: String?) throws -> String {
    // The name that this was called by says where it is only if it has a folder.
    let called = CommandLine.arguments[0]
    let beside = [called.contains("/") ? called : nil, Bundle.main.executablePath]
      .compactMap { $0.map { URL(filePath: $0).deletingLastPathComponent() } }
      .map { $0.appending(path: "almanac").path }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let all =
      named.map { [$0] }
      ?? beside + path.split(separator: ":").map { "\($0)/almanac" }
    let found = all.first { file in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
        && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: file)
    }
    guard let found else {
      throw ProgramMissing(named: named)
    }
    return found
  }

  struct ProgramMissing: Error, CustomStringConvertible {
    let named: String?
    var description: String {
      "\(named ?? "almanac") is not there or cannot be run — build it with “make build”, or name "
        + "it with --program"
    }
  }

  /// Runs a command when its turn has come.
  ///
  /// - Parameters:
  ///   - words: The command line.
  ///   - input: What it reads.
  ///   - isInputFile: Whether it reads that from a file, which becomes its last argument.
  ///   - isEdit: Whether it changes something.
  /// - Returns: What became of it.
  /// - Throws: What keeps it from being run.
  func run(
    _ words: [String], input: String?, isInputFile: Bool = false, isEdit: Bool
  ) async throws -> Outcome {
    await takeTurn(isEdit: isEdit)
    defer { giveTurn(isEdit: isEdit) }
    count += 1
    let base = "\(folder.path)/run-\(count)"
    let names = ["yaml", "out", "err"].map { "\(base).\($0)" }
    defer { for name in names { try? FileManager.default.removeItem(atPath: name) } }
    // Files and no pipes: nobody has to read while it runs.
    try Data((input ?? "").utf8).write(to: URL(filePath: names[0]))
    for name in names.dropFirst() { try Data().write(to: URL(filePath: name)) }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = words + (isInputFile ? ["--", names[0]] : [])
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: names[0]))
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: names[1]))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: names[2]))
    let key = ObjectIdentifier(process)
    running[key] = process
    defer { running[key] = nil }
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    // What the program calls its input means nothing to whoever reads this.
    let (output, said) = try (
      String(decoding: Data(contentsOf: URL(filePath: names[1])), as: UTF8.self),
      String(decoding: Data(contentsOf: URL(filePath: names[2])), as: UTF8.self)
    )
    return Outcome(
      status: process.terminationStatus,
      output: Data(output.replacing(names[0], with: "drawing").utf8),
      said: said.replacing(names[0], with: "drawing").split(whereSeparator: \.isNewline)
        .map(String.init))
  }

  /// Ends what runs; the program keeps what it has done.
  func endAll() { for process in running.values { process.terminate() } }

  private func mayRun(_ isEdit: Bool) -> Bool {
    isEdit ? !isEditing : looks < ProgramRunner.most
  }

  private func takeTurn(isEdit: Bool) async {
    if !mayRun(isEdit) {
      // Who gives a turn away gives it to this one: nothing is counted here then.
      return await withCheckedContinuation { waiting.append((isEdit, $0)) }
    }
    if isEdit { isEditing = true } else { looks += 1 }
  }

  private func giveTurn(isEdit: Bool) {
    if let next = waiting.firstIndex(where: { $0.isEdit == isEdit }) {
      return waiting.remove(at: next).resume.resume()
    }
    if isEdit { isEditing = false } else { looks -= 1 }
  }
}
