import Generating
import Solving

/// What `almanac --version` says.
package enum ProgramVersion {
  /// The program's own version.
  package static let number = "0.1.0"

  /// The program, what its puzzles and grades depend on, and how it was built.
  package static var text: String {
    """
    almanac \(number)
    generator version \(GeneratorVersion.current)
    grader version \(Grade.version)
    built for \(processor), \(optimisation)
    """
  }

  /// The processor that the engine was built for; the Makefile sets the flag together with
  /// `-march`.
  private static var processor: String {
    #if ALMANAC_X86_64_V3
      "x86-64-v3"
    #elseif arch(x86_64)
      "x86-64"
    #elseif arch(arm64)
      "arm64"
    #else
      "this machine"
    #endif
  }

  private static var optimisation: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }
}
