import Answering
import Files
import JSONText
package import Pipeline
import Printable
import Wording

/// Writes every puzzle of the catalogue into a file; others may be working with it meanwhile.
package struct ExportCatalog: Command {
  /// The file to write; its name says how.
  package var file: String
  /// Whether a file that is there is replaced.
  package var isOverwriting: Bool
  /// Whether puzzles are written that have to be bought.
  package var isPrivate: Bool

  package init(to file: String, isOverwriting: Bool = false, isPrivate: Bool = false) {
    self.file = file
    self.isOverwriting = isOverwriting
    self.isPrivate = isPrivate
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    try house.refuseOwn(file)
    let format = CatalogExport.Format(file: file)
    let export = CatalogExport(
      catalog: try house.stateFolder.read(), format: format, context: context,
      isPrivate: isPrivate)
    let written = try export.write(to: file, overwriting: isOverwriting)
    try emit(.answer(Exported(state: house.state, file: file, format: format, written: written)))
    return .done
  }

  private struct Exported: Answer {
    let state: String
    let file: String
    let format: CatalogExport.Format
    let written: CatalogExport.Written

    var isRoutine: Bool { true }

    var text: [String] {
      [
        "Wrote \(written.puzzles, of: "puzzle") to \(file): \(written.bytes) bytes."
          + (written.left == 0
            ? "" : " \(written.left) that have to be bought were left out (--private)."),
        "Check it with: \(check)",
      ]
    }

    /// The command that checks it: in its folder, since the list has its name alone.
    private var check: String {
      let list = SplitPath("\(file).sha256")
      let command = "sha256sum -c \(Shell.path(list.name))"
      return list.folder == "." ? command : "(cd \(Shell.path(list.folder)) && \(command))"
    }

    var json: JSONValue {
      AnswerJSON.object(
        "catalog export",
        [
          JSONMember("state", state), JSONMember("file", file),
          JSONMember("format", format.isCSV ? "csv" : "jsonl"),
          JSONMember("compressed", format.isCompressed),
          JSONMember("puzzles", written.puzzles), JSONMember("leftOut", written.left),
          JSONMember("bytes", written.bytes),
          JSONMember("sha256", written.sha256),
        ])
    }
  }
}
