import Foundation
import Generating
import Grading

/// Microseconds of processor time that a piece of work takes, and its result.
///
/// What else the machine is busy with does not count.
func timed<Result>(_ work: () -> Result) -> (microseconds: Double, result: Result) {
  let start = processorTime()
  let result = work()
  return (processorTime() - start, result)
}

/// The processor time that this thread has taken, in microseconds.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) * 1e-3
}

/// The value below which a share of the samples lies.
func percentile(_ share: Double, of samples: [Double]) -> Double {
  let sorted = samples.sorted()
  return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
}

func format(_ value: Double) -> String {
  String(format: value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value)
}

/// Prints cells in columns of a width, the first to the left.
func row(_ cells: [String], width: Int = 12) {
  let first = cells[0].padding(toLength: 18, withPad: " ", startingAt: 0)
  let rest = cells.dropFirst().map { cell in
    String(repeating: " ", count: max(1, width - cell.count)) + cell
  }
  print(first + rest.joined())
  // Seen as it comes, also by those who keep it in a file.
  fflush(nil)
}

/// What the figures depend on: build, flags, processor, commit and seed.
func printHeader(_ options: Options) {
  #if ALMANAC_X86_64_V3
    let flags = "x86-64-v3"
  #else
    let flags = "baseline"
  #endif
  #if DEBUG
    let build = "debug (figures mean nothing)"
  #else
    let build = "release"
  #endif
  let processor =
    (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?
    .split(separator: "\n").first { $0.hasPrefix("model name") }?
    .split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
  let environment = ProcessInfo.processInfo.environment
  let commit = environment["ALMANAC_COMMIT"] ?? "unknown (set by make bench)"
  print("build     \(build), CPU flags \(flags), one core of \(processor)")
  print("commit    \(commit)")
  print("versions  generator \(GeneratorVersion.current), grader \(Grade.version)")
  print("seed      \(options.seed)")
}
