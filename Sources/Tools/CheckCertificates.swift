import Answering
import Files
import JSONText
import Notation
package import Pipeline
import Proving
import StarBattle

/// Checks that certificates show each puzzle of a list to have one solution, and trusts nothing in
/// them: no file is taken for what it says it is.
package struct CheckCertificates: PuzzleCommand {
  package var source: PuzzleSource
  /// The folder of the certificates.
  package var folder: String

  package init(_ source: PuzzleSource, folder: String) {
    self.source = source
    self.folder = folder
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    guard try Folders.isThere(folder + "/.") else {
      throw PipelineError.input(
        path: folder,
        reason: "there is no such folder — name the one that “prove --certificate” has written")
    }
    return try await workThrough(context, emit) ?? .badData
  }

  /// The most bytes of a file: ten times those of the largest board's.
  static let largestFile = 64 << 20

  package func work(on item: PuzzleItem, with worker: inout PuzzleWorker) -> PuzzleResult {
    let answer = CheckedCertificate(item: item, folder: folder, fault: fault(of: item))
    var result = worker.result(answer)
    if answer.fault != nil { result.status = .badData }
    return result
  }

  /// What is wrong with a puzzle's certificate.
  private func fault(of item: PuzzleItem) -> String? {
    do {
      let formula = try text(item, "cnf")
      let proof = try text(item, "drat")
      let lines = try text(item, "solution").split(
        separator: "\n", omittingEmptySubsequences: false)
      guard let first = lines.first, let sbn = try? SBN(String(first)),
        sbn.puzzle == item.sbn.puzzle
      else { return "\(item.index).solution is of another puzzle" }
      let side = sbn.puzzle.grid.side
      let rows = lines.dropFirst()
      guard rows.count == side + 1, rows.last == "",
        rows.dropLast().allSatisfy({ row in
          row.utf8.count == side && row.allSatisfy { $0 == "*" || $0 == "." }
        })
      else { return "\(item.index).solution has no board of \(side) rows behind its puzzle" }
      let stars = rows.joined().enumerated().filter { $0.element == "*" }.map(\.offset)
      try Certificate(
        puzzle: item.sbn.puzzle, solution: Solution(stars: stars), formula: formula, proof: proof
      ).check()
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The text of one of a puzzle's files.
  private func text(_ item: PuzzleItem, _ ending: String) throws -> String {
    let name = "\(item.index).\(ending)"
    do throws(SmallFile.Failure) {
      let bytes = try SmallFile.bytes(of: "\(folder)/\(name)", atMost: Self.largestFile)
      // Everything in them is ASCII.
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      throw Unreadable(name: name, failure: error)
    }
  }

  private struct Unreadable: Error, CustomStringConvertible {
    let name: String
    let failure: SmallFile.Failure

    var description: String { "\(name): \(failure)" }
  }
}

/// Whether a certificate shows what it should.
struct CheckedCertificate: Answer {
  let item: PuzzleItem
  let folder: String
  let fault: String?

  var text: [String] {
    [item.head + (fault.map { "not shown: \($0)" } ?? "one solution, as its certificate shows")]
  }

  var json: JSONValue {
    .object(
      PuzzleJSON.opening(item.sbn, index: item.index) + [
        JSONMember("folder", folder), JSONMember("holds", fault == nil),
        JSONMember("fault", fault),
      ])
  }
}
