import Foundation
import Generating
import Notation
import Proving
import Solving
import StarBattle

/// `almanac-bench [generate|grade|shapes|solve|signature] [--seed N] [--count N]`: how fast the engine is, on one core.
///
/// `generate` makes puzzles at every size of the house; each is graded from cold and proved unique outside the
/// timing. `grade` and `solve` run over `../shared/corpus`, and `shapes` sets the regions of each
/// style beside it. `signature` prints total work in units that do
/// not depend on the machine: it changes only when behaviour does.

struct Options {
  var command = "all"
  var seed: UInt64 = 1
  var count: Int?
}

func parse(_ arguments: [String]) -> Options {
  var options = Options()
  var rest = arguments[...]
  while let word = rest.popFirst() {
    switch word {
    case "--seed", "--count":
      guard let text = rest.popFirst(), let number = UInt64(text), number < 1 << 53 else {
        fail("\(word) needs a whole number")
      }
      if word == "--seed" { options.seed = number } else { options.count = Int(number) }
    case "generate", "grade", "shapes", "solve", "signature": options.command = word
    default:
      fail(
        "unknown word \(word); use generate, grade, shapes, solve or signature, --seed, --count")
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
case "shapes": benchmarkShapes(options)
case "solve": benchmarkSolving()
case "signature": printSignature()
default:
  benchmarkGenerating(options)
  benchmarkGrading()
  benchmarkSolving()
  benchmarkShapes(options)
  printSignature()
}
