import Foundation
import JSONText
import TestSupport
import Testing

@Suite("A thorough command that is interrupted")
struct ThoroughEndingTests {
  private let folder = TemporaryFolder()

  /// A mutant of a generated puzzle: the ladder leaves nearly all of it, and going on takes more
  /// than a quarter of a minute of processor time, as does the first hint there.
  private static let long = """
    25x6.\
    AAAABBBCCCCCCCCDDDDDDEEEEAAAAABBBCCCCCCCCFFFDDEEEEAAAAABBCCCCCCCCFFFGGDEEEEAAABBBBBBCCFFFF\
    FFGGDDEEEEAAHHBBBBBFFFFFFFGGGGDEEEEAHHHIBBBBJJFFFFGGGGDDDEEEAAHIIIBBJJJJFFGGGGGDDDDDKAAHII\
    IIIJJJJJGGGGLLDDDDKKAAHHIIIIJJJJJGGGLLLDMMKKKHHHHIIIJJNJJJGGLLLMMMKKKKHHHIIIIJJNJJOOLLLLMM\
    KKKKKHHHIIIIINNNNOOLLLMMMMKKKKHHPPNINNNNNNNOOLLMMMMKKKKHHHPNNNNQNNNOOOOLMMMMMKRRPHPPNQQNQN\
    NOOOOOSSMMMRRRRPPPPQQQQQQQQQQOSSSSMMRRRRPPPPPQQQQQQOOOOSSSSSMMMRRPPPPPPQQQQQTOOOOSSSMMRRRR\
    UUUPPPPUUQTTTTOOSSSSRRRRRUUUUUUUUUTTTTTTVVVSSSSRRWUUUUXXUUUTTTTTVVVVVSSRRWWUXUXXXXUUUTTTTV\
    VVVVSSWWWWXXXXXXXYYYYTTTTYVVVSWWWWWXXXXXXYYYYYYYTYYYVVVVWWWWXXXXXXYYYYYYYYYYYVVVVWWWW
    """

  /// How a command ended that was asked to.
  private struct Stop {
    var status: Int32
    /// What it printed on standard error.
    var errors: String
    /// The seconds between the signal and the end.
    var wait: TimeInterval
  }

  /// Runs a command, and asks it to end when it has worked for a while: by then it has read its
  /// puzzle, on a busy machine as on an idle one.
  private func stop(_ arguments: [String], with signal: Int32) throws -> Stop {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Program.path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    try folder.write("", to: "errors")
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle(forWritingAtPath: "\(folder.path)/errors")
    try process.run()
    while process.isRunning, work(of: process) < 0.7 { Thread.sleep(forTimeInterval: 0.02) }
    #expect(process.isRunning, "it has ended by itself")
    let start = Date()
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return Stop(
      status: process.terminationStatus, errors: folder.text("errors") ?? "",
      wait: Date().timeIntervalSince(start))
  }

  /// The seconds that a process has had of a processor.
  private func work(of process: Process) -> TimeInterval {
    // Where no system file tells it, time alone has to do.
    guard
      let text = try? String(
        contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
    else {
      Thread.sleep(forTimeInterval: 3)
      return 3
    }
    // Behind the name in brackets: the 12th and 13th fields are ticks in the program and for it.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let own = Double(fields[11]), let system = Double(fields[12]) else {
      return 0
    }
    return (own + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Where the ladder leaves the puzzle, as the apps keep it.
  private func position() throws -> String {
    let ending = try Program.run(["trace", "long.txt", "--json"], in: folder)
    let trace = try JSONValue(reading: Array(try #require(ending.lines.first).utf8))
    var cells = Array(repeating: 0, count: 625)
    for step in elements(of: trace["steps"]) {
      for (member, value) in [("stars", 1), ("marks", 2)] {
        for pair in elements(of: step[member]) {
          guard case .array(let place) = pair, case .integer(let row)? = place.first,
            case .integer(let column)? = place.last
          else { continue }
          cells[25 * row + column] = value
        }
      }
    }
    #expect(cells.contains(2) && cells.contains(0), "\(ending.errors)")
    return "\(cells)"
  }

  private func elements(of value: JSONValue?) -> [JSONValue] {
    if case .array(let elements)? = value { elements } else { [] }
  }

  @Test(
    "130 and 143: it ends within moments, in the middle of a puzzle",
    arguments: [
      ["grade", "--thorough"], ["trace", "--thorough"], ["hint", "--thorough"],
      ["trace", "--without-assumptions"],
    ], [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func puzzles(command: [String], signal: (number: Int32, status: Int32)) throws {
    try folder.write(ThoroughEndingTests.long + "\n", to: "long.txt")
    let board = command[0] == "hint" ? ["--board", try position()] : []
    let stop = try stop(command + ["long.txt"] + board, with: signal.number)
    #expect(stop.status == signal.status, "\(stop.errors)")
    #expect(stop.errors.contains(signal.number == SIGINT ? "interrupted" : "terminated"))
    // Half a second, and far less than the rest takes where others are at work, too.
    #expect(stop.wait < 10)
  }
}
