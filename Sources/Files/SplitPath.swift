/// A path in two: a name and the folder it is in.
package struct SplitPath {
  package let folder: String
  package let name: String

  package init(_ path: String) {
    let names = path.split(separator: "/")
    name = names.last.map(String.init) ?? "."
    let above = names.dropLast().joined(separator: "/")
    folder = path.hasPrefix("/") ? "/" + above : above.isEmpty ? "." : above
  }
}
