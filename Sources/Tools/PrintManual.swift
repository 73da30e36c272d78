import Answering
import JSONText
package import Pipeline

/// Prints pages of help.
package struct PrintManual: Command {
  /// The help of a command.
  package struct Page: Sendable {
    /// The command as it is typed: `almanac packs list`.
    let name: String
    let text: String

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// The pages, in their order.
  package var pages: [Page]

  package init(pages: [Page]) { self.pages = pages }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    for page in pages { try emit(.answer(ManualPage(page: page))) }
    return .done
  }
}

/// A page of the manual: under its name for people, by its name for programs.
private struct ManualPage: Answer {
  let page: PrintManual.Page

  var text: [String] {
    [page.name.uppercased(), ""]
      + page.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      + ["", ""]
  }

  var json: JSONValue {
    AnswerJSON.object(
      "manual", [JSONMember("name", page.name), JSONMember("text", page.text)])
  }
}
