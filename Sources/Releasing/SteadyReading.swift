/// Reading what somebody else may be publishing at the same moment.
///
/// A release is put in place object by object, and a catalogue notes it a moment later: whoever
/// looks in between sees what looks like damage and is none. So what looks wrong is looked at once
/// more, and told when it is still so.
enum SteadyReading {
  /// How often something is looked at, where it is different each time.
  private static let tries = 4

  /// What is waited between two looks, longer than a small release takes to be put in place.
  private static let pause = Duration.milliseconds(500)

  /// Looks at something until nothing is wrong, or the same is wrong twice in a row.
  ///
  /// - Parameters:
  ///   - look: Looks at it.
  ///   - wrong: What is wrong with what was seen, in words; `nil` where nothing is, or where
  ///     another look would be of no use.
  /// - Returns: What was seen last.
  /// - Throws: What the last look throws.
  static func value<Value>(
    _ look: () async throws -> Value, wrong: (Result<Value, any Error>) -> String?
  ) async throws -> Value {
    var before: String?
    for _ in 1..<tries {
      let seen: Result<Value, any Error>
      do { seen = .success(try await look()) } catch { seen = .failure(error) }
      guard let words = wrong(seen), words != before else { return try seen.get() }
      before = words
      try await Task.sleep(for: pause)
    }
    return try await look()
  }
}
