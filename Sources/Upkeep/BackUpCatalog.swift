import Answering
import Catalog
import JSONText
package import Pipeline

/// Copies the catalogue into one file; others may be working with it meanwhile.
package struct BackUpCatalog: Command {
  /// The file to write.
  package var file: String
  /// Whether a file that is there is replaced.
  package var isOverwriting: Bool

  package init(to file: String, isOverwriting: Bool = false) {
    self.file = file
    self.isOverwriting = isOverwriting
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let state = house.stateFolder
    try house.refuseOwn(file)
    let catalog = try state.read()
    let size = try catalog.backUp(to: file, overwriting: isOverwriting)
    let release = try catalog.lastRelease()?.number
    try emit(.answer(Copied(state: house.state, file: file, bytes: size, release: release)))
    return .done
  }

  private struct Copied: Answer {
    let state: String
    let file: String
    let bytes: Int
    let release: Int?

    var isRoutine: Bool { true }

    var text: [String] {
      let words = release.map { "up to release \($0)" } ?? "without a release"
      return ["Copied the catalogue in \(state), \(words), to \(file): \(bytes) bytes, checked."]
    }

    var json: JSONValue {
      AnswerJSON.object(
        "catalog backup",
        [
          JSONMember("state", state), JSONMember("file", file), JSONMember("bytes", bytes),
          JSONMember("release", release),
        ])
    }
  }
}
