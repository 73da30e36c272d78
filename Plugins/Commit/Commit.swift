import Foundation
import PackagePlugin

/// Writes the commit that is built into a source file, so that `almanac --version` can say it.
///
/// It is written anew when git notes that HEAD has moved. Where there is no git (a tarball), nobody
/// knows the commit.
@main
struct Commit: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let source = context.pluginWorkDirectoryURL.appending(path: "BuiltCommit.swift")
    let log = context.package.directoryURL.appending(path: ".git/logs/HEAD")
    let script = """
      commit=$(git -C "$1" rev-parse --short=12 HEAD 2>/dev/null) || commit=
      printf '/// The commit that was built; empty where nobody knows.\\n%s\\n' \\
        "let builtCommit = \\"$commit\\"" > "$2"
      """
    return [
      .buildCommand(
        displayName: "Asking git for the commit", executable: URL(filePath: "/bin/sh"),
        arguments: ["-c", script, "sh", context.package.directoryURL.path, source.path],
        inputFiles: FileManager.default.fileExists(atPath: log.path) ? [log] : [],
        outputFiles: [source])
    ]
  }
}
