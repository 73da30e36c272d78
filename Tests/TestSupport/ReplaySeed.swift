import Foundation
public import StarBattle

/// The seed of a random test: fixed, so that every run meets the same boards, and printed, so that
/// a failure can be played again.
///
///     @Test("printing and reading gives the same puzzle")
///     func roundTrip() throws {
///       var generator = ReplaySeed(7).generator
///       …
///     }
///
/// prints `replay: ALMANAC_SEED=7 swift test --filter 'NotationTests.*roundTrip'`. The variable
/// replaces the seed of every test of the run; another seed looks at other boards.
public struct ReplaySeed: Sendable {
  /// The seed in force: that of `ALMANAC_SEED` where it is a number, else the test's own.
  public let value: UInt64

  /// Settles the seed of one test and prints the line that replays it.
  ///
  /// - Parameters:
  ///   - fixed: The test's own seed, used unless `ALMANAC_SEED` is set.
  ///   - file: Where the test is; leave it out.
  ///   - function: The test's name; leave it out.
  public init(_ fixed: UInt64, file: String = #fileID, function: String = #function) {
    let asked = ProcessInfo.processInfo.environment["ALMANAC_SEED"].flatMap(UInt64.init)
    value = asked ?? fixed
    let module = file.prefix { $0 != "/" }
    let name = function.prefix { $0 != "(" }
    print("replay: ALMANAC_SEED=\(value) swift test --filter '\(module).*\(name)'")
  }

  /// A generator at the start of the seed's sequence.
  public var generator: SeededGenerator { SeededGenerator(seed: value) }
}
