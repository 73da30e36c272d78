import Foundation
import Pipeline
import Synchronization

/// The signal that asks the program to end; 0 while there is none.
private let noted = Atomic<Int32>(0)

/// Turns Ctrl-C and `kill` into a polite request.
///
/// The first signal is only noted; whoever works looks at `Signals.received` between two puzzles
/// and ends with whole lines and whole files. A second one ends the program at once, as if nobody
/// had asked.
enum Signals {
  /// Begins to listen.
  static func listen() {
    // The first use makes the variable; a handler must not be the first.
    noted.store(0, ordering: .relaxed)
    // Threads that start programs often hold signals back, and hand that down.
    var awaited = sigset_t()
    sigemptyset(&awaited)
    for number in [SIGINT, SIGTERM] {
      sigaddset(&awaited, number)
      var action = sigaction()
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = { noted.store($0, ordering: .relaxed) }
      #else
        action.__sigaction_handler.sa_handler = { noted.store($0, ordering: .relaxed) }
      #endif
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(number, &action, nil)
    }
    pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
  }

  /// Ends the program soon after the first signal, even between two puzzles that are far apart.
  ///
  /// For commands that print and write nothing else, and that can be at one puzzle for minutes.
  static func endSoon() {
    Thread.detachNewThread {
      while received == nil { usleep(50_000) }
      // Whoever is between two puzzles by then ends by itself.
      usleep(400_000)
      let end = PipelineError.interrupted(signal: received ?? SIGINT)
      RunOptions.tell("\(end)")
      exit(ExitStatus(for: end).rawValue)
    }
  }

  /// The signal that asks the program to end, once there is one.
  static var received: Int32? {
    let number = noted.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }
}
