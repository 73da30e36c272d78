import Foundation
import PackagePlugin

/// Writes the commit that is built into a source file, so that `almanac --version` can say it.
///
/// SwiftPM runs it at every build. Where the commit stays the same, or there is no git (a tarball),
/// the file stays as it is, and nothing is built anew.
@main
struct Commit: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let folder = context.pluginWorkDirectoryURL.appending(path: "Commit")
    let script = """
      commit=$(git -C "$1" rev-parse --short=12 HEAD 2>/dev/null) || commit=
      text="/// The commit that was built; empty where nobody knows.
      let builtCommit = \\"$commit\\""
      mkdir -p "$2"
      [ "$(cat "$2/BuiltCommit.swift" 2>/dev/null)" = "$text" ] ||
        printf '%s\\n' "$text" > "$2/BuiltCommit.swift"
      """
    return [
      .prebuildCommand(
        displayName: "Asking git for the commit", executable: URL(filePath: "/bin/sh"),
        arguments: ["-c", script, "sh", context.package.directoryURL.path, folder.path],
        outputFilesDirectory: folder)
    ]
  }
}
