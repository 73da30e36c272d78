import Foundation
import Generating
import Notation
import Proving
import Solving
import StarBattle

/// `almanac-bench COMMAND [--seed N] [--count N]`: how fast the engine is, on one core, and what
/// comes out.
///
/// - `generate` makes puzzles at every size of the house; each is graded from cold and proved
///   unique outside the timing. `grids` makes some at every side and quota that exist.
/// - `coach` times hints for players' boards, along the solves of puzzles that it makes.
/// - `grade` and `solve` run over `../shared/corpus`, or the folder that `ALMANAC_CORPUS` names.
/// - `whole` runs the program itself, and sets what its user waits for beside the engine's part.
/// - `shapes` sets the regions of each style beside real ones, `variety` counts how far stars and
///   puzzles spread.
/// - `fit --style S --files A,B [--rounds N] [--only-sizes] [--output FILE]` fits the weights that
///   a style draws regions with to files of the corpus, and writes the puzzles of the last round.
/// - `signature` prints total work in units that do not depend on the machine: it changes only when
///   behaviour does.
///
/// Without a command, all but `whole`, `grids` and `fit`.

struct Options {
  var command = "all"
  var seed: UInt64 = 1
  var count: Int?
  var style = RegionStyle.natural
  var files: [String] = []
  var rounds = 8
  var onlySizes = false
  var output: String?
}

func parse(_ arguments: [String]) -> Options {
  var options = Options()
  var rest = arguments[...]
  while let word = rest.popFirst() {
    switch word {
    case "--seed", "--count", "--rounds":
      guard let text = rest.popFirst(), let number = UInt64(text), number < 1 << 53 else {
        fail("\(word) needs a whole number")
      }
      switch word {
      case "--seed": options.seed = number
      case "--count": options.count = Int(number)
      default: options.rounds = Int(number)
      }
    case "--style":
      guard let style = rest.popFirst().flatMap(RegionStyle.init(name:)) else {
        fail("--style needs one of \(RegionStyle.allCases.map(\.name).joined(separator: ", "))")
      }
      options.style = style
    case "--files":
      options.files = (rest.popFirst() ?? "").split(separator: ",").map(String.init)
    case "--output": options.output = rest.popFirst()
    case "--only-sizes": options.onlySizes = true
    case "generate", "grade", "coach", "shapes", "solve", "signature", "fit", "grids",
      "variety", "whole":
      options.command = word
    default:
      fail(
        "unknown word \(word); use whole, generate, grade, coach, shapes, variety, grids, solve, "
          + "signature or fit, and --seed, --count, --style, --files, --rounds, --output or "
          + "--only-sizes")
    }
  }
  return options
}

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("almanac-bench: \(message)\n".utf8))
  exit(64)
}

let options = parse(Array(CommandLine.arguments.dropFirst()))
printHeader(options)
switch options.command {
case "generate": benchmarkGenerating(options)
case "grade": benchmarkGrading()
case "coach": benchmarkCoaching(options)
case "shapes": benchmarkShapes(options)
case "fit": fitShapes(options)
case "grids": benchmarkGrids(options)
case "variety": benchmarkVariety(options)
case "solve": benchmarkSolving()
case "signature": printSignature()
case "whole": benchmarkWhole(options)
default:
  benchmarkGenerating(options)
  benchmarkGrading()
  benchmarkCoaching(options)
  benchmarkSolving()
  benchmarkShapes(options)
  benchmarkVariety(options)
  printSignature()
}
