import Dates
package import Pipeline

extension RunContext {
  /// A context for a test's night.
  package static func at(
    _ now: String, jobs: Int = 1, form: AnswerForm = .text,
    interruption: @escaping @Sendable () -> Int32? = { nil }
  ) throws -> RunContext {
    RunContext(now: try Timestamp(now), jobs: jobs, interruption: interruption, form: form)
  }
}
