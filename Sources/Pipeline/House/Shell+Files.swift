import Files
package import Printable

/// Commands that remove and move files, for people who copy them into a shell.
extension Shell {
  /// The command that removes files, folders too if asked for.
  ///
  /// A name that is not UTF-8 is looked up and spelt byte by byte: a pattern in its place could
  /// mean everything beside it. A folder of such a name was not looked into, so the command asks.
  package static func removal(of paths: [String], withFolders: Bool = false) -> String {
    var words: [String] = []
    var isAsking = false
    for path in paths {
      let spellings = path.contains("\u{FFFD}") ? Folders.spellings(of: path) : []
      words += spellings.isEmpty ? [Shell.path(path)] : spellings.map { Shell.path($0.path) }
      isAsking = isAsking || spellings.contains { $0.isFolder }
    }
    let flags = isAsking ? "-ri " : withFolders ? "-r " : ""
    return "rm \(flags)-- " + words.joined(separator: " ")
  }

  /// The command that gives something another name, one that nothing has.
  package static func moving(_ path: String, isTaken: (String) -> Bool) -> String {
    "mv -- \(Shell.path(path)) \(Shell.path(free(path, isTaken: isTaken)))"
  }

  /// A name beside another for what is put aside, one that nothing has.
  package static func free(_ path: String, isTaken: (String) -> Bool) -> String {
    let names = (1...).lazy.map { $0 == 1 ? "\(path)-aside" : "\(path)-aside-\($0)" }
    return names.first { !isTaken($0) } ?? path + "-aside"
  }
}
