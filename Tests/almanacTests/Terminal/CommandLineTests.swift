import Foundation
import HouseSupport
import JSONText
import Notation
import StarBattle
import TestSupport
import Testing

@Suite("The command line")
struct CommandLineTests {
  let folder: TemporaryFolder
  init() throws { folder = TemporaryFolder() }

  private func run(_ arguments: String..., input: String = "") throws -> Program.Ending {
    try Program.run(arguments, input: input, in: folder)
  }

  // MARK: - Help and usage

  @Test("nothing at all is answered with what is here and what to do next")
  func nothing() throws {
    let empty = try run()
    #expect(empty.status == 0)
    #expect(empty.output.contains("no recipes in Pipelines"), "\(empty.output)")
    #expect(empty.output.contains("almanac generate --size 10"))
    try folder.write("packs: [a]\n", to: "Pipelines/release.yaml")
    #expect(try run().output.contains("almanac recipes check"))
    try folder.write("packs: [a]\ncalendar: []\n", to: "Pipelines/release.yaml")
    try folder.write(
      """
      id: a
      name: A
      free: true
      grid: { size: 5, stars: 1 }
      count: 1
      difficulty: { from: 1, to: 3 }
      seed: 1
      """, to: "Pipelines/packs/a.yaml")
    let new = try run("status", "--json")
    #expect(new.output.contains(#""next":["almanac nightly --dry-run","almanac nightly"]"#))
    #expect(try run("nightly", "--now", "2026-12-30", "--quiet").status == 0)
    let published = try run("--now", "2026-12-30T05:00:00Z")
    #expect(published.output.contains("release 1 of 2026-12-30T00:00:00Z"), "\(published.output)")
    #expect(published.output.contains("almanac doctor"))
    try FileManager.default.removeItem(atPath: "\(folder.path)/.almanac")
    #expect(try run().output.contains("almanac catalog rebuild"))
    try folder.write("{", to: "output/puzzles/manifest.json")
    #expect(try run().status == 0)
  }

  @Test("a command that is none is answered with the nearest one")
  func slips() throws {
    #expect(try run("nihgtly").errors.contains("Did you mean 'almanac nightly'?"))
    #expect(try run("packs", "lits").errors.contains("Did you mean 'almanac packs list'?"))
    #expect(
      try run("xyzzyx").errors
        == "Error: There is no command 'xyzzyx'\nUsage: almanac <command>\n"
        + "  See 'almanac --help' for all commands.\n")
    // What is a command one level down is named with what it belongs to.
    #expect(try run("verify").errors.contains("Did you mean 'almanac release verify'?"))
    #expect(
      try run("help", "build").errors.contains("Did you mean 'almanac packs build'?"))
    #expect(
      try run("generate", "--sise", "8").errors.contains("Did you mean '--size' by '--sise'?"))
    #expect(try run("packs", "list", "--jsn").errors.contains("Did you mean '--json'?"))
    let minus = try run("generate", "--size", "8", "--count", "-1").errors
    #expect(minus.contains("'-1' is read as an option: no number of --count is below zero."))
    #expect(try run("generate", "--size", "8", "--count=-1").errors.contains("it can be 1…"))
    #expect(
      try run("release", "rollback", "-1").errors
        .contains("'-1' is read as an option; behind a word of its own, --, it is not."))
  }

  @Test("no output of preview takes the place of another")
  func outputs() throws {
    try folder.write(try run("generate", "--size", "6").output, to: "six.txt")
    for (outputs, words) in [
      (["--html", "a", "--contact", "a/index.html"], "--contact is the page"),
      (["--html", "a", "--pdf", "a/index.html"], "--pdf is the page"),
      (["--svg", "b", "--contact", "b/six-0.svg"], "--contact is among the drawings"),
    ] {
      let ending = try Program.run(["preview", "six.txt"] + outputs, in: folder)
      #expect(ending.status == 64 && ending.errors.contains(words), "\(ending)")
    }
    #expect(folder.files.filter { !$0.hasPrefix(".std") } == ["six.txt"])
    let both = ["preview", "six.txt", "--svg", "b", "--contact", "b.svg", "--html", "b"]
    #expect(try Program.run(both, in: folder).status == 0)
  }

  @Test("help for a command that is none is as wrong as that command")
  func unknownHelp() throws {
    for words in [["nihgtly"], ["packs", "lits"], ["xyzzyx"]] {
      let (asked, typed) = (
        try Program.run(["help"] + words, in: folder), try Program.run(words, in: folder)
      )
      #expect(asked.status == 64 && asked.output.isEmpty, "\(asked)")
      #expect(asked.errors == typed.errors)
      let flagged = try Program.run(words + ["--help"], in: folder)
      #expect(flagged.status == 64 && flagged.output.isEmpty, "\(flagged)")
      #expect(flagged.errors == typed.errors)
    }
    #expect(try run("grade", "x.sbn", "--help").output == run("help", "grade").output)
    #expect(try run("help", "packs", "list").status == 0)
    #expect(try run("help").output == run("--help").output)
  }

  @Test("where the server is not built, its help is what there is of it, and it is missed")
  func noServer() throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/almanac", withDestinationPath: try Program.path)
    let asked = try Program.shell("PATH=/usr/bin ./almanac serve --help", in: folder)
    #expect(asked.status == 0)
    #expect(asked.output == (try run("help", "serve").output))
    let missed = try Program.shell("PATH=/usr/bin ./almanac serve --port 8080", in: folder)
    #expect(missed.status == 66 && missed.output.contains("make serving"), "\(missed)")
  }

  @Test("a search that its budget ends is undecided, in text and in JSON")
  func undecided() throws {
    let rows = "ABCDEFGHIJ".map { String(repeating: $0, count: 10) }.joined()
    let words = ["solve", "10x1.\(rows)", "--limit", "50", "--budget", "20"]
    let (text, json) = (
      try Program.run(words, in: folder), try Program.run(words + ["--json"], in: folder)
    )
    #expect(text.status == 2 && text.output.contains("undecided, "), "\(text)")
    #expect(json.status == 2)
    let value = try JSONValue(reading: Array(json.output.utf8.dropLast()))
    #expect(value["verdict"] == .string("undecided"), "\(json)")
  }

  @Test("what the ladder solves is explained by the ladder, also where grading could go on")
  func thoroughNeeds() throws {
    let words = ["generate", "--size", "8", "--rule", "hypothetical.chained", "--seed", "7"]
    try folder.write(try Program.run(words, in: folder).output, to: "one.sbn")
    let usual = ["grade", "one.sbn", "--needs", "--flags", "--signals", "--json"]
    let thorough = try Program.run(usual + ["--thorough"], in: folder)
    #expect(thorough.status == 0 && thorough.output.contains("hypothetical.chained"))
    #expect(thorough.output == (try Program.run(usual, in: folder).output))
  }

  @Test("the manual has the help of every command")
  func manual() throws {
    let manual = try run("manual")
    #expect(manual.status == 0)
    for page in ["ALMANAC NIGHTLY", "ALMANAC CALENDAR REPLACE", "ALMANAC MANUAL"] {
      #expect(manual.output.contains("\(page)\n"))
    }
    let pages = try run("manual", "--json").lines.map { try JSONValue(reading: Array($0.utf8)) }
    let help = try run("help", "calendar", "replace")
    let page = try #require(pages.first { $0["name"] == .string("almanac calendar replace") })
    #expect(page["text"].map { $0 == .string(String(help.output.dropLast())) } == true)
    #expect(pages.count == manual.lines.count { $0.hasPrefix("ALMANAC") })
  }

  @Test("puzzles get the usual stars of their size where none are asked for")
  func usualStars() throws {
    let usual = try run("generate", "--size", "10", "--seed", "3")
    #expect(usual.status == 0)
    #expect(
      usual.output == (try run("generate", "--size", "10", "--stars", "2", "--seed", "3").output))
  }

  @Test("the version names what puzzles and grades depend on")
  func version() throws {
    let version = try run("--version")
    #expect(version.status == 0)
    #expect(version.output.contains("generator version"))
    #expect(version.output.contains("grader version"))
    #expect(version.output.contains("manifest schema"))
    let first = try #require(version.output.split(separator: "\n").first)
    let log = try String(
      contentsOf: Project.folder.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
    let newest = try #require(log.split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(first.hasPrefix("almanac \(newest.dropFirst(3))"), "\(first) and \(newest)")
  }

  @Test(
    "a wrong command line is a usage error that says what is allowed",
    arguments: [
      (["generate", "--size", "14", "--stars", "7"], "stars can be 1…3 at this side"),
      (["generate", "--size", "3", "--stars", "1"], "the side can be 4…25"),
      (["generate", "--size", "ten", "--stars", "1"], "ten"),
      (["generate", "--stars", "1"], "--size"),
      (["generate", "--size", "5", "--stars", "1", "--count", "0"], "it can be 1…10000000"),
      (
        ["generate", "--size", "8", "--rule", "tiling.pairs", "--needs", "hypothetical.direct"],
        "it comes after tiling.pairs on the ladder"
      ),
      (["generate", "--size", "5", "--stars", "1", "--seed", "-1"], "seed"),
      (["generate", "--size", "5", "--stars", "1", "--jobs", "0"], "it can be 1…1024"),
      (["generate", "--size", "5", "--stars", "1", "--difficulty", "6...4"], "4...6"),
      (["generate", "--size", "5", "--stars", "1", "--level", "13"], "1…12"),
      (["convert", "-", "--to", "klingon"], "sbn, puzzlink, pzprv3, json, numbers, task, letters"),
      (["solve", "-", "--limit", "0"], "it can be 1…1000000"),
      (["grade", "-", "--stars", "9"], "it can be 1…6"),
      (
        "work plan --size 10 --stars 2 --count 1000000000 --units 10 --dir x".split(separator: " ")
          .map(String.init), "--units is 10 — for 1000000000 puzzles it can be 10000…100000"
      ),
      (["grade"], "<file>"),
      (["grade", "-", "--level", "14"], "it can be 1…13"),
      (["trace", "-", "--level", "14"], "it can be 1…13"),
      (["trace", "-", "--level", "0"], "it can be 1…13"),
      (["trace", "-", "--language", "xx"], "en, de, es, fr, ja, pt"),
      (["trace", "-", "--width", "10"], "it can be 40…1000"),
      (["trace", "-", "--hints", "--steps"], "leave them out with --hints"),
      (["nightly", "--now", "yesterday"], "2026-11-21T03:00:00Z"),
      (["nightly", "--now", "3000-01-01"], "the years 1000…2999"),
      (["release", "verify", "a", "--output", "b"], "given twice"),
      (["nonsense"], "nonsense"),
      (["generate", "--size", "5", "--stars", "1", "--speed", "9"], "--speed"),
    ])
  func usage(arguments: [String], says: String) throws {
    let ending = try Program.run(arguments, in: folder)
    #expect(ending.status == 64)
    #expect(ending.errors.contains(says), "\(ending.errors)")
    #expect(!ending.errors.contains("\n\n"), "\(ending.errors)")
    #expect(ending.output.isEmpty)
  }

  @Test(
    "a wrong value of a new pack is told by its option",
    arguments: [
      ("--size", "99", "--size is 99 — it can be 4…25"),
      ("--size", "ten", "invalid for '--size"),
      ("--stars", "0", "--stars is 0 — it can be 1…2 at --size 8"),
      ("--count", "0", "--count is 0 — it can be 1…1000"),
      ("--difficulty", "11", "--difficulty is “11”"),
      ("--style", "square", "--style is “square”"),
      ("--seed", "9999999999999999", "--seed is 9999999999999999 — it can be 0…"),
      ("--name", " a", "--name must be one line"),
    ])
  func newPacks(option: String, value: String, says: String) throws {
    var values = [
      "--name": "Spring", "--size": "8", "--stars": "1", "--count": "12", "--difficulty": "2...6",
    ]
    values[option] = value
    let words = values.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    let ending = try Program.run(["recipes", "new", "spring"] + words, in: folder)
    #expect(ending.status == 64)
    #expect(ending.errors.contains(says), "\(ending.errors)")
  }

  // MARK: - Puzzles

  @Test("what is generated is the same every time, whatever the number of jobs")
  func generate() throws {
    let one = try run("generate", "--size", "6", "--stars", "1", "--count", "20", "--jobs", "1")
    let two = try run("generate", "--size", "6", "--stars", "1", "--count", "20", "--jobs", "2")
    let few = try run("generate", "--size", "6", "--stars", "1", "--count", "5")
    let other = try run("generate", "--size", "6", "--stars", "1", "--count", "5", "--seed", "1")
    #expect(one.status == 0)
    #expect(one.lines.count == 20)
    #expect(one.output == two.output)
    #expect(few.lines == Array(one.lines.prefix(5)))
    #expect(other.lines != few.lines)
    #expect(other.lines.first?.contains(".s1d") == true)
    for line in one.lines {
      let sbn = try SBN(line)
      #expect(sbn.canonical.description == line)
      #expect(sbn.puzzle.grid.side == 6)
    }
  }

  @Test(
    "a generate that is interrupted has printed whole lines, the first ones of an undisturbed one")
  func interruptedGenerate() throws {
    for (signal, status) in [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)] {
      let ending = try Program.run(
        ["generate", "--size", "5", "--stars", "1", "--count", "600000", "--jobs", "2"], in: folder,
        signal: (signal, after: 0.4))
      #expect(ending.status == status, "\(ending.errors)")
      #expect(ending.output.isEmpty || ending.output.hasSuffix("\n"))
      #expect(ending.lines.count < 600_000)
      let first = ending.lines.prefix(40)
      let whole = try run("generate", "--size", "5", "--stars", "1", "--count", "40")
      #expect(Array(first) == Array(whole.lines.prefix(first.count)))
      for line in ending.lines.suffix(3) { #expect(try SBN(line).metadata.seed != nil) }
    }
  }

  @Test("difficulty and level can be asked for, and what cannot be had ends as partial")
  func ranges() throws {
    let easy = try run(
      "generate", "--size", "6", "--stars", "1", "--count", "5", "--difficulty", "...2",
      "--level", "...5", "--json")
    #expect(easy.status == 0)
    for line in easy.lines {
      let value = try JSONValue(reading: Array(line.utf8))
      guard case .integer(let difficulty)? = value["difficulty"],
        case .integer(let level)? = value["level"]
      else {
        Issue.record("\(line)")
        continue
      }
      #expect(difficulty <= 2)
      #expect(level <= 5)
    }
    let never = try run(
      "generate", "--size", "4", "--stars", "1", "--difficulty", "10", "--level", "1", "--quiet")
    #expect(never.status == 2)
    #expect(never.errors.contains(" candidates with 0 of 1 puzzle ("))
    #expect(never.output.isEmpty)
  }

  @Test("graded JSON has the fields that programs know, in their order")
  func gradeJSON() throws {
    let puzzle = try run("generate", "--size", "5", "--stars", "1").output
    let ending = try run("grade", "-", "--json", input: puzzle)
    #expect(ending.status == 0)
    let value = try JSONValue(reading: Array(ending.output.utf8.dropLast()))
    #expect(
      value.members.map(\.key) == [
        "schema", "index", "sbn", "size", "stars", "solved", "level", "cycles", "score",
        "difficulty", "band", "rules", "solution", "graderVersion", "verdict", "outcome", "open",
        "openCells", "failure",
      ])
    #expect(value["sbn"] == .string(String(puzzle.dropLast())))
    #expect(value["solved"] == .bool(true))
    guard case .array(let stars)? = value["solution"] else {
      Issue.record("no solution")
      return
    }
    #expect(stars.count == 5)
    let solved = try run("solve", "-", "--json", input: puzzle)
    let answer = try JSONValue(reading: Array(solved.output.utf8.dropLast()))
    #expect(
      answer.members.map(\.key) == [
        "schema", "index", "sbn", "solutions", "limit", "nodes", "complete", "verdict", "solution",
      ])
    #expect(answer["solution"] == value["solution"])
    #expect(answer["solutions"] == .integer(1))
  }

  @Test("a puzzle with several solutions is counted, not graded, and fails its proof")
  func several() throws {
    let rows = "4x1.AAAABBBBCCCCDDDD\n"
    let solved = try run("solve", "-", "--limit", "10", "--json", input: rows)
    #expect(solved.status == 0)
    #expect(solved.output.contains("\"solutions\":2,\"limit\":10"))
    #expect(try run("grade", "-", input: rows).output.contains("not solved by the rules"))
    let proof = try run("prove", "-", input: rows)
    #expect(proof.status == 65)
    #expect(proof.output == "0: 4×4 with 1 star: several solutions\n")
  }

  @Test("bad lines are named with their place, and the others are processed")
  func badLines() throws {
    let good = try run("generate", "--size", "5", "--stars", "1", "--count", "2").lines
    try folder.write("# two\n\(good[0])\n5x1.AB#\n\(good[1])  # last\n", to: "list.txt")
    let ending = try run("convert", "list.txt", "--to", "sbn")
    #expect(ending.status == 65)
    #expect(ending.lines == good)
    #expect(ending.errors.hasPrefix("almanac: list.txt:3:7: found “#”, expected"))
  }

  @Test("tags are written as they are kept")
  func tags() throws {
    let large = try run("packs", "find", "--tag", "Winter")
    #expect(large.status == 64 && large.errors.contains("write it small: winter"))
    let odd = try run("packs", "tag", "first:1", "--remove", "a b")
    #expect(odd.status == 64 && odd.errors.contains("--remove: “a b” is no tag"))
    let both = try run("packs", "tag", "first:1", "snow", "--remove", "snow")
    #expect(both.status == 64 && both.errors.contains("to be given and taken away"))
  }

  @Test("an input that is empty or not there is named")
  func noInput() throws {
    let missing = try run("grade", "nowhere.txt")
    #expect(missing.status == 66)
    #expect(missing.errors.hasPrefix("almanac: nowhere.txt: cannot be read (No such file"))
    #expect(try run("grade", ".").status == 66)
    let empty = try run("grade", "-", input: "# nothing\n\n")
    #expect(empty.status == 65)
    #expect(empty.errors.contains("there is no puzzle in it"))
  }

  @Test("puzzles go through every notation that can be written, and come back")
  func convert() throws {
    let puzzles = try run("generate", "--size", "8", "--stars", "1", "--count", "3").lines
    let bare = puzzles.map { $0.split(separator: ".").prefix(2).joined(separator: ".") }
    for notation in ["letters", "puzzlink", "task", "numbers", "pzprv3", "json"] {
      let there = try run(
        "convert", "-", "--to", notation, input: puzzles.joined(separator: "\n"))
      #expect(there.status == 0)
      let back = try run("convert", "-", "--to", "sbn", "--stars", "1", input: there.output)
      #expect(back.lines == bare, "\(notation)")
    }
  }

  @Test("a 9×9 puzzle with two stars has two when it comes back from letters")
  func starsSurvive() throws {
    let puzzle = "9x2." + "ABCDEFGHI".map { String(repeating: $0, count: 9) }.joined()
    for notation in ["letters", "numbers", "task", "pzprv3", "json"] {
      let there = try run("convert", "-", "--to", notation, input: puzzle)
      #expect(try run("convert", "-", "--to", "sbn", input: there.output).lines == [puzzle])
    }
  }

  @Test("pack files, the app's packs and links without a scheme are read by every command")
  func packFiles() throws {
    let puzzles = try run("generate", "--size", "6", "--stars", "1", "--count", "2").lines
    let texts = puzzles.map { "\"\($0)\"" }
    let head = "{\"id\":\"p\",\"name\":\"P\",\"version\":2,\"free\":true"
    try folder.write("\(head),\"puzzles\":[\(texts.joined(separator: ","))]}\n", to: "pack.json")
    let entries = texts.map { "{\"sbn\":\($0),\"solution\":[[0,1]],\"difficulty\":9}" }
    try folder.write(
      "\(head),\"gridSize\":6,\"stars\":1,\"puzzles\":[\(entries.joined(separator: ","))]}",
      to: "app.json")
    for file in ["pack.json", "app.json"] {
      #expect(try run("convert", file, "--to", "sbn").lines == puzzles)
      for command in ["grade", "solve", "prove", "trace"] {
        #expect(try run(command, file).status == 0, "\(command) \(file)")
      }
      let preview = try run("preview", file, "--json")
      #expect(preview.status == 0 && preview.output.contains("\"p:1\""), "\(preview)")
    }
    let link = try run("convert", "puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou", "--to", "sbn")
    #expect(link.lines == ["6x1.AAABBBABBBCCADDEECFFDDECFEEEECFCCCCC"], "\(link)")
  }

  // MARK: - Ends

  @Test("nobody reading is a quiet end, and a full disk is not")
  func closedOutput() throws {
    let program = try Program.path
    let shell = { (script: String) throws -> Int32 in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", script]
      process.standardError = FileHandle(forWritingAtPath: "/dev/null")
      process.standardOutput = FileHandle(forWritingAtPath: "/dev/null")
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    }
    let generate = "'\(program)' generate --size 5 --stars 1 --count 100000"
    #expect(try shell("{ \(generate); echo $? > '\(folder.path)/status'; } | head -1") == 0)
    #expect(try String(contentsOfFile: "\(folder.path)/status", encoding: .utf8) == "0\n")
    // What answers once ends as it would have.
    let doctor = "cd '\(folder.path)' && '\(program)' doctor --json"
    #expect(try shell(doctor) == 65)
    #expect(try shell("{ sleep 0.2; \(doctor); echo $? > '\(folder.path)/status'; } | true") == 0)
    #expect(try String(contentsOfFile: "\(folder.path)/status", encoding: .utf8) == "65\n")
    // So does what cannot be typed so.
    let slip = "'\(program)' release diff 1 2>&1"
    #expect(try shell("{ sleep 0.2; \(slip); echo $? > '\(folder.path)/status'; } | true") == 0)
    #expect(try String(contentsOfFile: "\(folder.path)/status", encoding: .utf8) == "64\n")
    if FileManager.default.fileExists(atPath: "/dev/full") {
      #expect(try shell("\(generate) > /dev/full") == 74)
      for words in ["--version", "--help", "help packs list", "packs list --help"] {
        #expect(try shell("'\(program)' \(words) > /dev/full") == 74, "\(words)")
      }
    }
  }

  @Test(
    "where there is no room, every command that writes ends with 74 and says what to do",
    arguments: [
      "preview puzzles --html desk", "preview puzzles --svg drawings", "rules --write rules",
      "prove puzzles --certificate proofs", "compose heart.yaml --to heart.sbn",
      "keys new safe --key release.key --release 0",
    ])
  func noRoom(command: String) throws {
    try folder.write("5x1.AAABBAAABBACBBBACDDBEEDDB.s1\n", to: "puzzles")
    try folder.write("grid: { size: 6, stars: 1 }\nseed: 1\n", to: "heart.yaml")
    try folder.write("packs: []\ncalendar: []\n", to: "Pipelines/release.yaml")
    // No file may have a byte, as if the disk ended there.
    let ending = try Program.shell(
      "(trap '' XFSZ; ulimit -f 0; almanac \(command) 2>&1; echo \"status $?\") | cat", in: folder)
    #expect(ending.output.hasSuffix("status 74\n"), "\(ending.output)")
    #expect(ending.output.contains("make room"), "\(ending.output)")
  }

  @Test(
    "a signal ends with its status and whole lines",
    arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func signals(number: Int32, status: Int32) throws {
    let ending = try Program.run(
      ["generate", "--size", "10", "--stars", "2", "--count", "1000000", "--quiet"],
      in: folder, signal: (number, 1.0))
    #expect(ending.status == status)
    #expect(ending.output.isEmpty || ending.output.hasSuffix("\n"))
    for line in ending.lines { #expect(throws: Never.self) { try SBN(line) } }
  }

  @Test("a named pipe is waited for until somebody writes into it, or a signal comes")
  func namedPipe() throws {
    let waiting = "timeout --preserve-status --kill-after=20 --signal"
    let made = try Program.shell(
      """
      mkfifo pipe
      \(waiting)=INT 0.5 almanac grade pipe 2> /dev/null; echo $?
      \(waiting)=TERM 0.5 almanac grade pipe 2> /dev/null; echo $?
      (sleep 0.5; echo '5x1.AABBBAABBCADDCCEEDCCEEDDD.s1' > pipe) & timeout 20 almanac convert pipe --to sbn
      """, in: folder)
    #expect(made.output == "130\n143\n5x1.AABBBAABBCADDCCEEDCCEEDDD.s1\n")
  }

  // MARK: - Nightly

  @Test("a night from recipes to a verified tree, in folders with spaces")
  func nightly() throws {
    try folder.write(SampleRecipes.release, to: "my recipes/release.yaml")
    try folder.write(SampleRecipes.pack, to: "my recipes/packs/tiny.yaml")
    let arguments = [
      "nightly", "--recipes", "my recipes", "--output", "my output",
      "--now", "2026-11-21T03:00:00Z",
    ]
    let state = ["ALMANAC_STATE": "my state"]
    let first = try Program.run(arguments, in: folder, environment: state)
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.contains("release 1 is published"))
    #expect(first.output.contains("Next: almanac release verify 'my output'"))
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/my state/catalog.sqlite"))
    let second = try Program.run(arguments, in: folder, environment: state)
    #expect(second.output.hasPrefix("Nothing to do: release 1 is complete, nothing was written.\n"))
    let json = try Program.run(arguments + ["--json", "--quiet"], in: folder, environment: state)
    #expect(json.lines.count == 1)
    #expect(json.errors.isEmpty)
    let verified = try run("release", "verify", "my output")
    #expect(verified.status == 0, "\(verified.errors)")

    try folder.write("{}", to: "my output/puzzles/versions.json")
    let damaged = try run("release", "verify", "my output")
    #expect(damaged.status == 65)
    #expect(damaged.errors.contains("versions.json"))
    #expect(try run("release", "verify", "nowhere").status == 66)
  }

  @Test("bad recipes end with 78 and all their mistakes, and nothing is written")
  func badRecipes() throws {
    try folder.write("packs: [tiny]\n", to: "Pipelines/release.yaml")
    try folder.write(SampleRecipes.pack("count", "count: x"), to: "Pipelines/packs/tiny.yaml")
    let ending = try run("nightly")
    #expect(ending.status == 78)
    #expect(
      ending.errors == """
        almanac: Pipelines/packs/tiny.yaml:5:8: `count` is `x` — it must be a whole number, 1…1000
        almanac: Pipelines/release.yaml:1:1: `calendar` is missing — a release needs it

        """)
    #expect(ending.output.isEmpty)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { !$0.hasPrefix(".std") } == ["Pipelines"])
    #expect(try run("nightly", "--recipes", "nowhere").status == 66)
  }
}
