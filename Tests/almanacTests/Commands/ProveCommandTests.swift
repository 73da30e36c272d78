import Foundation
import JSONText
import Notation
import Proving
import StarBattle
import TestSupport
import Testing

@Suite("The commands solve and prove")
struct ProveCommandTests {
  let folder: TemporaryFolder
  init() throws { folder = TemporaryFolder() }

  private func run(_ arguments: String..., input: String = "") throws -> Program.Ending {
    try Program.run(arguments, input: input, in: folder)
  }

  private let loose = "8x2.AAAAAAAABBBBBBBBCCCCCCCCDDDDDDDDEEEEEEEEFFFFFFFFGGGGGGGGHHHHHHHH\n"

  @Test("a budget that runs out ends as undecided, with its status")
  func budget() throws {
    let open = try run("solve", "-", "--limit", "1000", "--budget", "5", "--json", input: loose)
    #expect(open.status == 2)
    #expect(open.output.contains("\"nodes\":5,\"complete\":false"), "\(open.output)")
    let none = try run("solve", "-", "--budget", "1", input: loose)
    #expect(none.status == 2)
    #expect(none.output == "0: 8×8 with 2 stars: undecided, 0 found, 1 node\n")
    #expect(try run("solve", "-", "--budget", "0", input: loose).status == 64)
  }

  @Test("all solutions are printed, each with its number, and each solves the puzzle")
  func all() throws {
    let rows = "6x1.AAAAAABBBBBBCCCCCCDDDDDDEEEEEEFFFFFF"
    let ending = try run("solve", "-", "--all", "--json", input: rows)
    #expect(ending.status == 0)
    // Hertzsprung's problem, OEIS A002464.
    #expect(ending.lines.count == 91)
    let puzzle = try SBN(rows).puzzle
    var met: Set<Solution> = []
    for line in ending.lines.dropLast() {
      guard case .array(let stars)? = try JSONValue(reading: Array(line.utf8))["stars"] else {
        Issue.record("\(line)")
        continue
      }
      let cells = stars.compactMap { star -> Int? in
        guard case .array(let pair) = star, case .integer(let row) = pair[0],
          case .integer(let column) = pair[1]
        else { return nil }
        return Int(row) * 6 + Int(column)
      }
      let solution = Solution(stars: cells)
      #expect(solution.solves(puzzle))
      met.insert(solution)
    }
    #expect(met.count == 90)
    let text = try run("solve", "-", "--all", input: rows)
    #expect(text.lines.filter { $0.contains("★") }.count == 90 * 6)
    #expect(text.output.hasPrefix("0: 6×6 with 1 star: solution 1\n"))
    #expect(text.lines.last?.hasPrefix("0: 6×6 with 1 star: 90 solutions, ") == true)
  }

  @Test("a proof tells unique and fair, with the level, and certificates that hold")
  func certificates() throws {
    let list = try run("generate", "--size", "8", "--stars", "1", "--count", "2").output
    let ending = try run("prove", "-", "--json", "--certificate", "proofs/new", input: list)
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.lines.count == 2)
    for (index, line) in ending.lines.enumerated() {
      let value = try JSONValue(reading: Array(line.utf8))
      #expect(
        value.members.map(\.key) == [
          "schema", "index", "sbn", "verdict", "solution", "fair", "level", "steps", "fault",
          "certificate",
        ])
      let sbn = try SBN(list.split(separator: "\n").map(String.init)[index])
      #expect(value["fair"] == .bool(true))
      #expect(value["level"] == .integer(sbn.metadata.level ?? 0))
      let texts = try ["cnf", "drat", "solution"].map {
        try String(contentsOfFile: "\(folder.path)/proofs/new/\(index).\($0)", encoding: .utf8)
      }
      let lines = texts[2].split(separator: "\n")
      #expect(lines.first.map(String.init) == sbn.description)
      let board = lines.dropFirst().joined()
      let stars = board.enumerated().filter { $0.element == "*" }.map(\.offset)
      try Certificate(
        puzzle: sbn.puzzle, solution: Solution(stars: stars), formula: texts[0], proof: texts[1]
      ).check()
    }
    let text = try run("prove", "-", input: list)
    #expect(text.output.contains("one solution, proved; fair, "))
  }

  @Test("a list without a puzzle leaves the certificates of another")
  func noPuzzle() throws {
    let list = try run("generate", "--size", "6", "--count", "2").output
    #expect(try run("prove", "-", "--certificate", "proofs", input: list).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/proofs")
    for input in ["", "zz1\n", "\n\n"] {
      #expect(try run("prove", "-", "--certificate", "proofs", input: input).status == 65)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/proofs")
      #expect(left.sorted() == names.sorted() && left.count == 6)
    }
    #expect(try run("prove", "-", "--certificate", "none", input: "zz1\n").status == 65)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
    let other = try run("generate", "--size", "6", "--seed", "5").output
    #expect(try run("prove", "-", "--certificate", "proofs", input: "zz1\n" + other).status == 65)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/proofs")
    #expect(left.sorted() == ["1.cnf", "1.drat", "1.solution"])
  }

  @Test("certificates are checked with their puzzles, and whatever does not fit is refused")
  func checkedCertificates() throws {
    let list = try run("generate", "--size", "6", "--stars", "1", "--count", "3").output
    #expect(try run("prove", "-", "--certificate", "proofs", input: list).status == 0)
    #expect(try run("prove", "-", "--check", "proofs", input: list).status == 0)
    let lines = list.split(separator: "\n").map(String.init)
    // Another order, another list, a list that goes on.
    for other in [lines.reversed(), [lines[0], lines[2]], lines + [lines[0]]] {
      let ending = try run(
        "prove", "-", "--check", "proofs", input: other.map { $0 + "\n" }.joined())
      #expect(ending.status == 65, "\(ending.output)")
      #expect(ending.output.contains("not shown: "))
    }
    func file(_ name: String) -> String { folder.text("proofs/\(name)") ?? "" }
    let texts = ["0.cnf", "0.drat", "0.solution"].map { ($0, file($0)) }
    let breaks: [(name: String, text: String)] = [
      ("0.cnf", file("1.cnf")), ("0.drat", ""), ("0.drat", "1 0\n"), ("0.drat", "x"),
      ("0.solution", file("1.solution")), ("0.solution", file("0.solution") + "......\n"),
      ("0.solution", lines[0] + "\n" + String(repeating: "......\n", count: 6)),
      ("0.cnf", file("0.cnf").replacing("p cnf", with: "p  cnf")),
      ("0.solution", ""), ("0.cnf", "p cnf 1 2\n1 0\n-1 0\n"),
    ]
    for (name, text) in breaks {
      try folder.write(text, to: "proofs/\(name)")
      let ending = try run("prove", "-", "--check", "proofs", "--json", input: lines[0] + "\n")
      #expect(ending.status == 65, "\(name): \(ending.output)")
      #expect(ending.output.contains("\"holds\":false,\"fault\":\""), "\(ending.output)")
      for (name, text) in texts { try folder.write(text, to: "proofs/\(name)") }
    }
    try FileManager.default.removeItem(atPath: folder.path + "/proofs/0.drat")
    for folder in ["nowhere", "proofs/0.cnf"] {
      let ending = try run("prove", "-", "--check", folder, input: list)
      #expect(ending.status == 66 && ending.errors.contains("\(folder): there is no such folder"))
    }
    let gone = try run("prove", "-", "--check", "proofs", input: lines[0] + "\n")
    #expect(gone.status == 65 && gone.output.contains("0.drat: the file does not exist"))
    let both = try run("prove", "-", "--check", "proofs", "--certificate", "x", input: list)
    #expect(both.status == 64)
  }

  @Test("a folder of certificates holds those of the last list alone, and what else was there")
  func usedFolder() throws {
    let list = try run("generate", "--size", "6", "--stars", "1", "--count", "3").output
    #expect(try run("prove", "-", "--certificate", "proofs", input: list).status == 0)
    try folder.write("mine", to: "proofs/notes.txt")
    try folder.write("mine", to: "proofs/01.cnf")
    // The second of these is not unique, so it has no certificate.
    let other =
      String(list.split(separator: "\n")[2]) + "\n6x1.AAAAAABBBBBBCCCCCCDDDDDDEEEEEEFFFFFF\n"
    #expect(try run("prove", "-", "--certificate", "proofs", input: other).status == 65)
    #expect(
      folder.files.filter { $0.hasPrefix("proofs/") } == [
        "proofs/0.cnf", "proofs/0.drat", "proofs/0.solution", "proofs/01.cnf", "proofs/notes.txt",
      ])
    #expect(try run("prove", "-", "--check", "proofs", input: other).status == 65)
  }

  @Test(
    "somebody else's files are no certificates, and stay",
    arguments: ["7.cnf", "7.drat", "0.drat", "1.solution"])
  func foreignFiles(name: String) throws {
    let list = try run("generate", "--size", "6", "--stars", "1", "--count", "2").output
    #expect(try run("prove", "-", "--certificate", "proofs", input: list).status == 0)
    let before = try folder.contents(of: "proofs")
    try folder.write("mine", to: "proofs/\(name)")
    if name == "0.drat" {
      try FileManager.default.removeItem(atPath: "\(folder.path)/proofs/0.cnf")
    }
    let ending = try run("prove", "-", "--certificate", "proofs", input: list)
    #expect(ending.status == 73 && ending.output.isEmpty)
    #expect(ending.errors.contains("proofs/\(name): it is none of the files"), "\(ending.errors)")
    #expect(folder.text("proofs/\(name)") == "mine")
    let others = before.keys.filter { !$0.hasPrefix(name.prefix(1)) }
    #expect(others.count >= 3 && others.allSatisfy { folder.text("proofs/\($0)") != nil })
  }

  @Test("what is left of a certificate is written again, whichever of its files was damaged")
  func damagedFiles() throws {
    let list = try run("generate", "--size", "6", "--stars", "1", "--count", "2").output
    func prove() throws -> Program.Ending {
      try run("prove", "-", "--certificate", "proofs", input: list)
    }
    #expect(try prove().status == 0)
    let whole = try folder.contents(of: "proofs")
    func file(_ name: String) -> String { String(decoding: whole[name] ?? [], as: UTF8.self) }
    let damage: [[String: String?]] =
      ["cnf", "drat", "solution"].flatMap { ending -> [[String: String?]] in
        let text = file("0.\(ending)")
        return [
          [ending: ""], [ending: nil], [ending: String(text.prefix(2))],
          [ending: String(text.dropLast(5))], [ending: String(repeating: "\0", count: 9)],
          [ending: text.prefix(40) + String(repeating: "\0", count: 9)],
        ]
      } + [
        ["cnf": "", "drat": "", "solution": ""], ["cnf": "", "drat": ""],
        ["solution": file("0.solution").replacing("A", with: "?")],
      ]
    for files in damage {
      for (ending, text) in files {
        try FileManager.default.removeItem(atPath: "\(folder.path)/proofs/0.\(ending)")
        if let text { try folder.write(text, to: "proofs/0.\(ending)") }
      }
      let ending = try prove()
      #expect(ending.status == 0, "\(files): \(ending.errors)")
      #expect(try folder.contents(of: "proofs") == whole, "\(files)")
    }
    // Of these nobody can tell: a formula of something else, and a proof of nothing that is there.
    for (gone, ending, text) in [
      ("drat", "cnf", "p cnf 1 2\n1 0\n-1 0\n"), ("solution", "cnf", "c St"),
      ("cnf", "drat", "mine"), ("cnf", "solution", file("0.solution") + "mine\n"),
    ] {
      try FileManager.default.removeItem(atPath: "\(folder.path)/proofs/0.\(gone)")
      try folder.write(text, to: "proofs/0.\(ending)")
      let refused = try prove()
      #expect(refused.status == 73 && refused.errors.contains("proofs/0."), "\(refused.errors)")
      #expect(folder.text("proofs/0.\(ending)") == text)
      for name in whole.keys { try folder.write(file(name), to: "proofs/\(name)") }
    }
  }

  @Test("a folder that cannot be written is named, with its status")
  func unwritable() throws {
    let puzzle = try run("generate", "--size", "5", "--stars", "1").output
    try folder.write("", to: "file")
    let ending = try run("prove", "-", "--certificate", "file/proofs", input: puzzle)
    #expect(ending.status == 73)
    #expect(ending.errors.contains("file/proofs"), "\(ending.errors)")
    try folder.write("", to: "taken/0.cnf/inside")
    let taken = try run("prove", "-", "--certificate", "taken", input: puzzle)
    #expect(taken.status == 73)
    #expect(taken.errors.contains("0.cnf"), "\(taken.errors)")
    #expect(taken.output.isEmpty)
  }
}
