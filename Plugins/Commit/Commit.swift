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
    let log = Commit.folderOfGit(in: context.package.directoryURL).appending(path: "logs/HEAD")
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

  /// Where git keeps its own files: in a second worktree `.git` is a file that names the folder.
  private static func folderOfGit(in root: URL) -> URL {
    let place = root.appending(path: ".git")
    guard let text = try? String(contentsOf: place, encoding: .utf8), text.hasPrefix("gitdir: ")
    else { return place }
    let path = text.dropFirst("gitdir: ".count).prefix { $0 != "\n" }
    return URL(filePath: String(path), relativeTo: root)
  }
}
