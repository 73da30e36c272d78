import Foundation

/// What a run of the tests is asked to do: little in `make test`, all of it in `make soak` and
/// `make fuzz`.
public enum Effort {
  /// Whether the full numbers are asked for: `ALMANAC_SOAK=1`.
  public static let isSoak = ProcessInfo.processInfo.environment["ALMANAC_SOAK"] == "1"

  /// Whether what is made takes the place of the files that it is compared with: `RECORD=1`.
  public static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"

  /// The seconds to fuzz for, `ALMANAC_FUZZ_SECONDS`; `nil` where a fixed small number will do.
  public static let fuzzSeconds = ProcessInfo.processInfo.environment["ALMANAC_FUZZ_SECONDS"]
    .flatMap(Double.init)

  /// The puzzles to measure a catalogue with, `ALMANAC_PUZZLES`; `nil` where that is not asked
  /// for.
  public static let puzzles = ProcessInfo.processInfo.environment["ALMANAC_PUZZLES"]
    .flatMap(Int.init)
}
