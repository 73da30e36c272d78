import Foundation
import Generating
import Grading
import Notation
import Proving
import Searching
import StarBattle

/// Runs the program itself, and says its processor time a puzzle, with one job.
///
/// Start, reading, threads, text and output are in it. Beside it stands the engine's part alone.
///
/// The program is that of the main package, or the one that `ALMANAC_PROGRAM` names. `--count`
/// makes so many puzzles at each grid.
func benchmarkWhole(_ options: Options) {
  let program = Program()
  print("\nthe whole command, µs of processor time a puzzle (least of three runs)")
  print("start     \(format(program.time(["--version"]) / 1e3)) ms, in every figure below")
  print("\ngenerate --seed 11, prove with its trace, and grade --json")
  row(
    [
      "grid", "puzzles", "generate", "puzzles/s", "generator", "prove", "prover", "grade", "grader",
    ], width: 11)
  for (side, stars, count, _) in grids {
    guard let grid = try? Grid(side: side, stars: stars) else { continue }
    let puzzles = options.count ?? 2 * count
    let size = ["--size", "\(side)", "--stars", "\(stars)"]
    let generate = ["generate", "--seed", "11", "--count", "\(puzzles)"] + size + Program.alone
    let file = program.output(generate, named: "\(side)x\(stars).sbn")
    let boards = read(file)
    let generating = program.time(generate) / Double(puzzles)
    let proving = program.time(["prove", file.path] + Program.alone) / Double(puzzles)
    let grading =
      program.time(["grade", "--json", file.path] + Program.alone) / Double(puzzles)
    row(
      [
        "\(side)×\(side), \(stars)", "\(boards.count)", format(generating),
        format(1e6 / generating),
        format(generatorTime(grid, count: max(1, puzzles / 4))), format(proving),
        format(proverTime(boards)), format(grading), format(graderTime(boards)),
      ], width: 11)
  }
  print("\ngrade --json and solve, on the files of the corpus")
  row(["file", "puzzles", "grade", "grader", "solve", "search"])
  for (name, boards) in corpus() {
    let path = corpusFolder.appending(path: name).path
    let count = Double(max(1, boards.count))
    var solver = ExactSolver()
    let search = timed { for board in boards { _ = solver.count(board, limit: 2) } }.microseconds
    row([
      name.replacing(".sbn", with: ""), "\(boards.count)",
      format(program.time(["grade", "--json", path] + Program.alone) / count),
      format(graderTime(boards)), format(program.time(["solve", path] + Program.alone) / count),
      format(search / count),
    ])
  }
}

/// The mean time of the generator alone, over seeds of its own.
private func generatorTime(_ grid: Grid, count: Int) -> Double {
  var generator = PuzzleGenerator(grid: grid)
  var made = 0
  let time = timed {
    for index in 0..<count {
      let seed = ClimbProfile.seed(
        for: .standard, from: Seed.derived(campaign: 11, item: "whole \(grid)", attempt: index))
      if generator.puzzle(seed: seed) != nil { made += 1 }
    }
  }.microseconds
  return time / Double(max(1, made))
}

/// The mean time of a verdict, the trace not checked.
private func proverTime(_ puzzles: [Puzzle]) -> Double {
  let prover = Prover()
  return timed { for puzzle in puzzles { _ = prover.verdict(on: puzzle) } }.microseconds
    / Double(max(1, puzzles.count))
}

/// The mean time of a grade.
private func graderTime(_ puzzles: [Puzzle]) -> Double {
  var grader = Grader()
  return timed { for puzzle in puzzles { _ = grader.grade(puzzle) } }.microseconds
    / Double(max(1, puzzles.count))
}

private func read(_ file: URL) -> [Puzzle] {
  let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  return text.split(separator: "\n").compactMap { try? SBN(String($0)).puzzle }
}

/// The program as its user runs it.
private struct Program {
  static let alone = ["--jobs", "1", "--quiet"]

  let path: URL
  let folder = FileManager.default.temporaryDirectory.appending(
    path: "almanac-bench-\(ProcessInfo.processInfo.processIdentifier)")

  init() {
    path =
      ProcessInfo.processInfo.environment["ALMANAC_PROGRAM"].map { URL(filePath: $0) }
      ?? URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../.build/release/almanac").standardizedFileURL
    guard FileManager.default.isExecutableFile(atPath: path.path) else {
      fail("\(path.path) is not there — “make build” makes it, or name one in ALMANAC_PROGRAM")
    }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Runs a command and keeps what it prints.
  func output(_ arguments: [String], named name: String) -> URL {
    let file = folder.appending(path: name)
    run(arguments, into: file)
    return file
  }

  /// The least processor time of three runs, in microseconds; what is printed is thrown away.
  func time(_ arguments: [String]) -> Double {
    let nowhere = URL(filePath: "/dev/null")
    return (0..<3).map { _ in
      let before = Program.childrenTime()
      run(arguments, into: nowhere)
      return Program.childrenTime() - before
    }.min() ?? 0
  }

  private func run(_ arguments: [String], into file: URL) {
    if file.path != "/dev/null" {
      _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    }
    let process = Process()
    process.executableURL = path
    process.arguments = arguments
    guard let output = try? FileHandle(forWritingTo: file) else {
      fail("\(file.path) cannot be written")
    }
    process.standardOutput = output
    do { try process.run() } catch { fail("\(path.path) cannot be run: \(error)") }
    process.waitUntilExit()
    try? output.close()
    // A puzzle that exact search or a level leaves open is part of the corpus.
    guard [0, 2, 65].contains(process.terminationStatus) else {
      fail("almanac \(arguments.joined(separator: " ")) ended with \(process.terminationStatus)")
    }
  }

  /// The processor time of all children that have ended, in microseconds.
  private static func childrenTime() -> Double {
    var usage = rusage()
    // RUSAGE_CHILDREN, which is of another type on every system.
    getrusage(-1, &usage)
    let times = [usage.ru_utime, usage.ru_stime]
    return times.reduce(0) { $0 + Double($1.tv_sec) * 1e6 + Double($1.tv_usec) }
  }
}
