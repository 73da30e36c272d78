import Files
import Foundation
package import Pipeline

/// Prints a page to a PDF file by the Chromium that is installed.
package struct BrowserPrinter: Sendable {
  /// The program.
  package let program: String

  /// The names that Chromium has on one system or another, the first ones preferred.
  private static let names = [
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
  ]

  /// The longest that a page may take.
  private static let patience = Duration.seconds(300)

  /// A printer that runs a program.
  package init(program: String) { self.program = program }

  /// The Chromium that is found first, if any.
  ///
  /// - Parameter path: The folders to look in, with colons between them, as `PATH` has them.
  package init?(searching path: String) {
    let folders = path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    let files = BrowserPrinter.names.flatMap { name in folders.map { "\($0)/\(name)" } }
    guard let program = files.first(where: BrowserPrinter.isProgram) else { return nil }
    self.program = program
  }

  /// Whether a file can be run: a folder can be entered, which `access` takes for the same.
  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }

  /// Prints a page.
  ///
  /// The times that Chromium writes into a document are taken out, so that the same page gives the
  /// same bytes.
  ///
  /// - Parameters:
  ///   - html: The page, which needs nothing else.
  ///   - context: What can stop the run, and has the clock that is waited by.
  /// - Returns: The document's bytes.
  /// - Throws: `BookletError`, `FolderError`; `PipelineError.interrupted`.
  package func pdf(of html: [UInt8], _ context: RunContext) async throws -> [UInt8] {
    let folder = try BrowserPrinter.newFolder()
    defer { BrowserPrinter.remove(folder) }
    let (page, document) = ("\(folder)/booklet.html", "\(folder)/booklet.pdf")
    try Folders.write(html, to: page)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [
      "--headless=new", "--disable-gpu", "--no-first-run", "--disable-extensions",
      "--disable-background-networking", "--user-data-dir=\(folder)/profile",
      "--no-pdf-header-footer", "--print-to-pdf=\(document)",
    ]
    // Chromium has no sandbox for root; the page is our own and loads nothing.
    if geteuid() == 0 { process.arguments?.append("--no-sandbox") }
    process.arguments?.append(URL(fileURLWithPath: page).absoluteString)
    // Nothing of the user's own changes what is printed, and what it leaves goes with the folder.
    process.environment = [
      "HOME": folder, "TMPDIR": folder, "PATH": "/usr/local/bin:/usr/bin:/bin",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { throw BookletError.cannotRun(program: program) }
    let begun = context.elapsed()
    while process.isRunning {
      let isLate = context.elapsed() - begun > BrowserPrinter.patience
      if isLate || context.interruption() != nil {
        BrowserPrinter.withoutSignals {
          BrowserPrinter.end(process)
          BrowserPrinter.remove(folder)
        }
        try context.checkInterruption()
        throw BookletError.tooSlow(program: program)
      }
      try? await Task.sleep(for: .milliseconds(20))
    }
    guard process.terminationStatus == 0,
      let bytes = FileManager.default.contents(atPath: document),
      bytes.starts(with: Array("%PDF-".utf8))
    else { throw BookletError.failed(program: program, status: process.terminationStatus) }
    return BrowserPrinter.withoutTimes(Array(bytes))
  }

  /// A document without the times at which it was made, with every byte where it was.
  package static func withoutTimes(_ document: [UInt8]) -> [UInt8] {
    var document = document
    for name in ["/CreationDate (D:", "/ModDate (D:"] {
      let name = Array(name.utf8)
      var place = 0
      while let found = document[place...].firstRange(of: name) {
        place = found.upperBound
        // 1 January 2000, midnight: a time has to be one.
        for digit in "20000101000000".utf8 where place < document.count {
          guard (0x30...0x39).contains(document[place]) else { break }
          document[place] = digit
          place += 1
        }
      }
    }
    return document
  }

  /// Does something that takes a moment, also where somebody asks a second time to stop: the
  /// program would end at once, and leave the browser and its folder behind.
  private static func withoutSignals(_ body: () -> Void) {
    let numbers = [SIGINT, SIGTERM]
    let handlers = numbers.map { signal($0, SIG_IGN) }
    body()
    for (number, handler) in zip(numbers, handlers) { signal(number, handler) }
  }

  /// Ends a browser with all that it has begun, whether or not it wants to.
  ///
  /// What is on the `PATH` may be a script that waits for the browser. Foundation gives what it
  /// starts a group of its own, and all are ended at once: nothing that they write is kept, and
  /// once the first has ended, its number may be another process's.
  private static func end(_ process: Process) {
    guard process.isRunning else { return }
    let number = process.processIdentifier
    kill(getpgid(number) == number ? -number : number, SIGKILL)
    for _ in 0..<50 where process.isRunning { usleep(20_000) }
  }

  /// Removes a folder that a process which has just ended may still be writing into.
  private static func remove(_ folder: String) {
    for _ in 0..<20 {
      try? FileManager.default.removeItem(atPath: folder)
      if !FileManager.default.fileExists(atPath: folder) { return }
      usleep(50_000)
    }
  }

  private static let folderPrefix = "almanac-booklet-"

  private static func newFolder() throws -> String {
    let place = FileManager.default.temporaryDirectory.path
    sweep(place)
    let template = "\(place)/\(folderPrefix)XXXXXX"
    var name = Array(template.utf8CString)
    guard mkdtemp(&name) != nil else {
      let error = FileError.system(operation: "make the folder", path: template, code: errno)
      throw FolderError(error, writing: template)
    }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// When a file was last changed.
  private static func seconds(of status: stat) -> Int {
    #if canImport(Darwin)
      Int(status.st_mtimespec.tv_sec)
    #else
      Int(status.st_mtim.tv_sec)
    #endif
  }

  /// How old a folder is that surely nobody prints from any more.
  private static let longAgo = 24 * 60 * 60

  /// Removes the folders of printers that were killed: those of this user that nobody else can look
  /// into, and in which nothing has changed for a day.
  private static func sweep(_ place: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    where name.hasPrefix(folderPrefix) && name.utf8.count == folderPrefix.utf8.count + 6 {
      let path = "\(place)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & (S_IFMT | 0o777) == S_IFDIR | 0o700,
        status.st_uid == geteuid(), time(nil) - seconds(of: status) > longAgo
      else { continue }
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}

/// Why there is no booklet.
package enum BookletError: RunError, Hashable {
  /// No Chromium is installed.
  case noBrowser
  /// It cannot be run.
  case cannotRun(program: String)
  /// It has not come to an end.
  case tooSlow(program: String)
  /// It has ended without a document.
  case failed(program: String, status: Int32)

  package var exitStatus: ExitStatus { .unavailable }
}

extension BookletError: CustomStringConvertible {
  package var description: String {
    let instead = "or write the page with --html and print it from any browser"
    return switch self {
    case .noBrowser:
      "--pdf needs Chromium, and none is on the PATH — install it (apt-get install chromium), "
        + instead
    case .cannotRun(let program): "\(program): cannot be run — \(instead)"
    case .tooSlow(let program):
      "\(program): has not printed the booklet within five minutes — print fewer puzzles, "
        + instead
    case .failed(let program, let status):
      "\(program): has ended with status \(status) and printed nothing — see whether it runs by "
        + "itself, \(instead)"
    }
  }
}
