import Foundation
import Service

/// A program that sends mail for forgotten passwords.
///
/// What it prints could have addresses in it, and goes nowhere; the secrets of the service and of
/// its bucket, which are in the environment, are not its own.
struct ResetHook {
  let program: String

  /// How variables begin that it does not get.
  private static let secrets = ["ALMANAC_", "AWS_"]
  /// How long the program may take.
  private static let patience = Duration.seconds(30)
  /// How long it has to end by itself when it is told to.
  private static let grace = Duration.seconds(2)

  /// Hands the address and the secret to the program, and waits until it has ended.
  ///
  /// One that does not take them, or takes too long, is ended.
  func send(_ email: String, _ secret: String) async -> ResetMail {
    let process = Process()
    process.executableURL = URL(filePath: program)
    let input = Pipe()
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.environment = ProcessInfo.processInfo.environment.filter { variable in
      !ResetHook.secrets.contains { variable.key.hasPrefix($0) }
    }
    do {
      try process.run()
    } catch {
      return .unstarted
    }
    do {
      // Two lines fit into the pipe, whether or not anybody reads them.
      try input.fileHandleForWriting.write(contentsOf: Data("\(email)\n\(secret)\n".utf8))
      try input.fileHandleForWriting.close()
    } catch {
      await end(process)
      return .untaken
    }
    guard await hasEnded(process, within: ResetHook.patience) else {
      await end(process)
      return .late
    }
    return process.terminationReason == .exit && process.terminationStatus == 0 ? .sent : .failed
  }

  /// Ends the program, first by asking.
  private func end(_ process: Process) async {
    process.terminate()
    if await !hasEnded(process, within: ResetHook.grace) {
      kill(process.processIdentifier, SIGKILL)
    }
  }

  /// Waits for the end of the program, as long as it may take, and says whether it came.
  private func hasEnded(_ process: Process, within patience: Duration) async -> Bool {
    let latest = ContinuousClock.now + patience
    while process.isRunning, ContinuousClock.now < latest {
      guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { break }
    }
    return !process.isRunning
  }
}
