import Foundation

/// The most memory that the test process has had.
public enum PeakMemory {
  /// What no fuzzing may exceed, in kilobytes: all tests of a run share one process.
  public static let limitInKilobytes = 1_500_000

  /// The most so far, in kilobytes; 0 where the system does not say.
  public static var inKilobytes: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
