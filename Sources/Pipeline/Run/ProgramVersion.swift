import Generating
import Grading
import Manifest

/// What `almanac --version` says.
package enum ProgramVersion {
  /// The program's own version.
  package static let number = "0.2.0"

  /// The program, what its puzzles, grades and files depend on, and how it was built.
  ///
  /// - Parameter commit: What it was built from; empty where nobody knows.
  /// - Returns: A line for each.
  package static func text(commit: String) -> String {
    """
    almanac \(number)\(commit.isEmpty ? "" : " (\(commit))")
    generator version \(GeneratorVersion.current)
    grader version \(Grade.version)
    manifest schema \(Manifest.currentSchema), private \(PrivateManifest.currentSchema)
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
