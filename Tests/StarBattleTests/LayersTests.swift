import Foundation
import TestSupport
import Testing

/// The arrows of docs/architecture.md, and the script that checks them.
@Suite("Layers")
struct LayersTests {
  @Test("every module imports only what it may")
  func realTree() throws {
    let check = try checkLayers(of: Project.folder)
    #expect(check.status == 0, "\(check.output)")
  }

  @Test("a copy of the tree is as good, also under a path with spaces, until an arrow goes wrong")
  func copy() throws {
    try withFolder { folder in
      try FileManager.default.copyItem(
        at: Project.folder.appendingPathComponent("Sources"),
        to: folder.appendingPathComponent("Sources"))
      let good = try checkLayers(of: folder)
      #expect(good.status == 0, "\(good.output)")
      try write("import Solving\n", to: "Sources/Proving/Copied.swift", in: folder)
      let bad = try checkLayers(of: folder)
      #expect(bad.status == 1)
      #expect(
        bad.output == "Sources/Proving/Copied.swift:1: Proving may not import Solving — a second "
          + "opinion shares nothing with the first but the board (it may import: StarBattle)\n")
    }
  }

  @Test(
    "a wrong arrow is named with its file and line, and with the reason",
    arguments: [
      ("Proving", "import Solving", "Solving"),
      ("Proving", "public import struct Solving.Board", "Solving"),
      ("Proving", "@testable import Solving", "Solving"),
      ("Solving", "internal import Proving // a second opinion", "Proving"),
      ("StarBattle", "@preconcurrency import Foundation", "Foundation"),
      ("StarBattle", "import Synchronization", "Synchronization"),
      ("Notation", "/* why not */ import Foundation", "Foundation"),
      ("Generating", "import StarBattle; import Proving", "Proving"),
      ("Generating", "let glob = \"/*\"\nimport Catalog", "Catalog"),
      ("Catalog", "import Publishing", "Publishing"),
      ("Publishing", "@_exported import Catalog\r", "Catalog"),
      (
        "Pipeline", "#if canImport(ArgumentParser)\n  import ArgumentParser\n#endif",
        "ArgumentParser"
      ),
      ("almanac", "private import `Catalog`", "Catalog"),
    ])
  func wrongArrow(module: String, code: String, target: String) throws {
    try withFolder { folder in
      let file = "Sources/\(module)/Some folder/Wrong arrow.swift"
      try write("// A comment first.\n\n\(code)\n", to: file, in: folder)
      let check = try checkLayers(of: folder)
      #expect(check.status == 1)
      let line = code.hasPrefix("#if") || code.hasPrefix("let") ? 4 : 3
      let complaint = "\(file):\(line): \(module) may not import \(target) — "
      let lines = check.output.split(separator: "\n")
      #expect(lines.count == 1, "\(check.output)")
      #expect(lines.first?.hasPrefix(complaint) == true, "\(check.output)")
      #expect(lines.first?.contains("(it may import: ") == true)
    }
  }

  @Test(
    "words about imports are no imports",
    arguments: [
      "// import Foundation", "/* \nimport Foundation\n*/", "/// import Foundation",
      "let help = \"\"\"\n  import Foundation\n  \"\"\"", "let important = imports",
      "import StarBattle",
      "let link = \"https://example.org\" /*\nimport Foundation */",
    ])
  func words(code: String) throws {
    try withFolder { folder in
      try write("\(code)\n", to: "Sources/StarBattle/Words.swift", in: folder)
      let check = try checkLayers(of: folder)
      #expect(check.status == 0, "\(check.output)")
    }
  }

  @Test("a module without a row in the table is named")
  func unknownModule() throws {
    try withFolder { folder in
      try write("let a = 1\n", to: "Sources/Extra/A.swift", in: folder)
      let check = try checkLayers(of: folder)
      #expect(check.status == 1)
      #expect(check.output.hasPrefix("Sources/Extra/A.swift:1: Extra has no row in the table"))
    }
  }

  @Test("folders of a module that use each other's types are named with those types")
  func cycle() throws {
    try withFolder { folder in
      try write(
        "struct Board { let rule: Rule }\n", to: "Sources/Solving/Board/Board.swift", in: folder)
      try write("package enum Rule {}\n", to: "Sources/Solving/Rules/Rule.swift", in: folder)
      let straight = try checkLayers(of: folder)
      #expect(straight.status == 0, "\(straight.output)")
      try write(
        "extension Rule {\n  func find(on board: borrowing Board) {}\n}\n",
        to: "Sources/Solving/Rules/Deep/Finding.swift", in: folder)
      let round = try checkLayers(of: folder)
      #expect(round.status == 1)
      #expect(
        round.output == """
          Sources/Solving/Board: uses Rule of Rules, which leads back — the folders of a module \
          form no cycle
          Sources/Solving/Rules: uses Board of Board, which leads back — the folders of a module \
          form no cycle

          """)
    }
  }

  @Test("what lies in no folder of a module may use all of them and be used by them")
  func rootOfModule() throws {
    try withFolder { folder in
      try write("struct Face { let part: Part }\n", to: "Sources/Solving/Face.swift", in: folder)
      try write(
        "struct Part { let name = \"\\(Face.self)\" }\n", to: "Sources/Solving/Parts/Part.swift",
        in: folder)
      let check = try checkLayers(of: folder)
      #expect(check.status == 0, "\(check.output)")
    }
  }

  @Test("the table of modules in the documents has those of the script, in the same order")
  func documents() throws {
    func names(in file: String, _ pattern: Regex<(Substring, Substring)>) throws -> [Substring] {
      let text = try String(
        contentsOf: Project.folder.appendingPathComponent(file), encoding: .utf8)
      return text.matches(of: pattern).map(\.output.1)
    }
    let script = try names(
      in: "Scripts/check-layers", /(?m)^([A-Za-z]+) +\| [^|\n]*\| [^|\n]*$/)
    let table = try names(in: "docs/architecture.md", /(?m)^\| `([A-Za-z]+)` \| [^\n]*\|$/)
    #expect(script.count > 20)
    #expect(table == script)
  }

  @Test("a module of the package depends on what the script lets it import, and on no more")
  func package() throws {
    func text(_ file: String) throws -> String {
      try String(contentsOf: Project.folder.appendingPathComponent(file), encoding: .utf8)
    }
    let package = try text("Package.swift").replacing("crypto", with: "\"Crypto\"")
    for row in try text("Scripts/check-layers").matches(
      of: /(?m)^([A-Za-z]+) +\| ([^|\n]*)\| [^|\n]*$/)
    {
      let (name, allowed) = (row.output.1, row.output.2.split(separator: " "))
      let list = try Regex<(Substring, Substring?)>(
        #""\#(name)"(?:,\s*(?:imports|dependencies): \[((?:[^\]])*)\])?"#)
      // The first mention behind the products is the target itself.
      let targets = package.range(of: "targets: [\n    // 0").map { package[$0.upperBound...] }
      let call = try #require(targets?.firstMatch(of: list))
      let names = (call.output.1 ?? "").matches(of: /"([A-Za-z]+)"/).map(\.output.1)
      #expect(Set(names) == Set(allowed.filter { !$0.hasPrefix("@") }), "\(name)")
    }
  }

  @Test(
    "what only looks like an import is none, and no disguise hides one",
    arguments: [
      ("let text = #\"\"\"#\nimport Publishing\n", true),
      ("\u{FEFF}import Publishing\n", true),
      ("import\u{B}Publishing\n", true),
      ("@_spi(A(b)) import Publishing\n", true),
      ("let text = \"\"\"\n  import Publishing\n  \"\"\"\n", false),
    ])
  func disguise(code: String, isImport: Bool) throws {
    try withFolder { folder in
      try write(code, to: "Sources/Verifying/Disguise.swift", in: folder)
      #expect(try checkLayers(of: folder).status == (isImport ? 1 : 0))
    }
  }

  @Test("a cycle is seen through the name of the module and through texts of several lines")
  func hiddenCycle() throws {
    try withFolder { folder in
      try write(
        "struct Board { let text = \"\"\"\n  \\(Rule.self)\n  \"\"\" }\n",
        to: "Sources/Solving/Board/Board.swift", in: folder)
      try write(
        "package enum Rule { typealias Place = Solving.Board }\n",
        to: "Sources/Solving/Rules/Rule.swift", in: folder)
      #expect(try checkLayers(of: folder).status == 1)
    }
  }

  @Test("the tests of a file lie in the folder that it lies in")
  func mirror() throws {
    /// The folders of a module's files, or of its tests, by the names of the files.
    func folders(below root: String) -> [String: Set<String>] {
      let base = Project.folder.appendingPathComponent(root)
      let files = FileManager.default.subpaths(atPath: base.path) ?? []
      return Dictionary(
        files.filter { $0.hasSuffix(".swift") }.map {
          let file = $0 as NSString
          return (file.lastPathComponent, [file.deletingLastPathComponent])
        }, uniquingKeysWith: { $0.union($1) })
    }
    let modules = try FileManager.default.contentsOfDirectory(
      atPath: Project.folder.appendingPathComponent("Sources").path)
    var compared = 0
    for module in modules.sorted() {
      let sources = folders(below: "Sources/\(module)")
      for (name, places) in folders(below: "Tests/\(module)Tests") {
        guard name.hasSuffix("Tests.swift"),
          let own = sources["\(name.dropLast("Tests.swift".count)).swift"]
        else { continue }
        compared += 1
        #expect(!own.isDisjoint(with: places), "\(module): \(name) is not in \(own.sorted())")
      }
    }
    #expect(compared > 80)
  }

  @Test("an arrow of the project that no file follows is one too many")
  func idleArrow() throws {
    try withFolder { folder in
      try FileManager.default.copyItem(
        at: Project.folder.appendingPathComponent("Scripts"),
        to: folder.appendingPathComponent("Scripts"))
      try write("import StarBattle\n", to: "Sources/Notation/Board.swift", in: folder)
      let check = try checkLayers(of: nil, in: folder)
      #expect(check.status == 1)
      #expect(check.output.contains("Notation may import Wording, and no file does"))
      #expect(!check.output.contains("Notation may import StarBattle"))
    }
  }

  @Test("a folder without sources is an error, not a pass")
  func noSources() throws {
    let check = try checkLayers(of: Project.folder.appendingPathComponent("Tests/StarBattleTests"))
    #expect(check.status == 1)
    #expect(check.output.contains("there is no Sources folder"))
  }

  /// Runs the script on a folder, or on the project that it is in, and gives its exit code and
  /// everything it printed.
  private func checkLayers(
    of folder: URL?, in project: URL = Project.folder
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let script = project.appendingPathComponent("Scripts/check-layers")
    process.arguments = [script.path] + (folder.map { [$0.path] } ?? [])
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// Gives an empty folder, which is removed afterwards.
  private func withFolder(_ body: (_ folder: URL) throws -> Void) throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory
      .appendingPathComponent("almanac layers \(UUID().uuidString)", isDirectory: true)
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: folder) }
    try body(folder)
  }

  private func write(_ text: String, to path: String, in folder: URL) throws {
    let url = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
  }
}
