/// Something that the press can be asked to do: a value whose fields are its flags.
///
/// A command knows neither where its answers go nor in which form: it gives each of them to `emit`
/// as soon as its turn comes, one at the end or one for every puzzle. Whoever runs it prints the
/// text or the JSON of each, as `--json` says.
package protocol Command: Sendable {
  /// Does it.
  ///
  /// - Parameters:
  ///   - house: The places to work with.
  ///   - context: The clock, threads, progress, interruption and all else from outside.
  ///   - emit: Given what there is to say.
  /// - Returns: How the run ends.
  /// - Throws: Why it ends without doing what it was asked to, with a status by `ExitStatus(for:)`;
  ///   what `emit` throws.
  func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus
}
