import Files
import Notation
package import Pipeline
import Pressing
import Proving
import StarBattle

/// Proves that puzzles have one solution and that the rules reach it: the second opinion.
package struct ProvePuzzles: PuzzleCommand {
  package var source: PuzzleSource
  /// The folder that gets a certificate of each unique puzzle, if any.
  package var certificates: String?

  package init(_ source: PuzzleSource, certificates: String? = nil) {
    self.source = source
    self.certificates = certificates
  }

  /// The last parts of the names of a certificate's files.
  static let endings = ["cnf", "drat", "solution"]

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    if let certificates { try house.refuseOwn(certificates) }
    let status = try await workThrough(
      context, emit,
      begin: {
        guard let certificates else { return }
        try Folders.make(certificates)
        try ProvePuzzles.clear(certificates)
      })
    return status ?? .badData
  }

  /// Removes the certificates of an earlier list: what is in the folder is of this one alone, also
  /// where a puzzle of it has no certificate.
  private static func clear(_ folder: String) throws(FolderError) {
    let names = (try? SmallFile.names(inFolder: folder)) ?? []
    let old = names.compactMap(number)
    for number in Set(old).sorted() {
      if let path = foreignFile(number, Set(names), in: folder) { throw .foreign(path: path) }
    }
    // The formula tells whose the others are: it goes last.
    for ending in endings.reversed() {
      for number in Set(old).sorted() where names.contains("\(number).\(ending)") {
        try Folders.removeFile("\(folder)/\(number).\(ending)")
      }
    }
  }

  /// The number of a file with a name as this command gives it: `12.cnf`.
  private static func number(_ name: String) -> Int? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, endings.contains(String(parts[1])), let number = Int(parts[0]),
      number >= 0, "\(number)" == parts[0]
    else { return nil }
    return number
  }

  /// A file of a number that this command has not written.
  private static func foreignFile(
    _ number: Int, _ names: Set<String>, in folder: String
  ) -> String? {
    var files = CertificateFiles()
    func path(_ ending: String) -> String { "\(folder)/\(number).\(ending)" }
    for ending in endings where names.contains("\(number).\(ending)") {
      do throws(SmallFile.Failure) {
        files[ending] = try SmallFile.bytes(
          of: path(ending), atMost: CheckCertificates.largestFile)
      } catch {
        return path(ending)
      }
    }
    return files.foreign.map(path)
  }

  package func work(on item: PuzzleItem, with worker: inout PuzzleWorker) -> PuzzleResult {
    let puzzle = item.sbn.puzzle
    let (verdict, certificate) = verdict(on: puzzle, certified: certificates != nil)
    var answer = ProvedPuzzle(item: item, verdict: verdict)
    if case .unique(let solution) = verdict {
      answer.fairness = Fairness(of: puzzle, endingIn: solution, &worker.grader)
      if let certificates, let certificate {
        do throws(FolderError) {
          answer.files = try ProvePuzzles.write(certificate, item, into: certificates)
        } catch {
          var result = PuzzleResult([])
          result.error = error
          return result
        }
      }
    }
    var result = worker.result(answer)
    switch (verdict, answer.fairness?.fault) {
    case (.undecided, _), (_, .undecided?): result.status = .partial
    case (.unique, nil) where answer.fairness != nil: break
    default: result.status = .badData
    }
    return result
  }

  private func verdict(
    on puzzle: Puzzle, certified: Bool
  ) -> (verdict: Verdict, certificate: Certificate?) {
    let prover = Prover(conflictBudget: Press.conflictBudget)
    guard certified else { return (prover.verdict(on: puzzle), nil) }
    do throws(CertificateError) {
      let certificate = try prover.certificate(for: puzzle)
      return (.unique(certificate.solution), certificate)
    } catch {
      guard case .notUnique(let verdict) = error else {
        preconditionFailure("a certificate was made that is none: \(error)")
      }
      return (verdict, nil)
    }
  }

  /// Writes the three files of a certificate, each whole or not at all.
  private static func write(
    _ certificate: Certificate, _ item: PuzzleItem, into folder: String
  ) throws(FolderError) -> [String] {
    let side = certificate.puzzle.grid.side
    let stars = Set(certificate.solution.stars)
    let rows = (0..<side).map { row in
      (0..<side).map { stars.contains(row * side + $0) ? "*" : "." }.joined()
    }
    let solution = ([item.sbn.description] + rows).joined(separator: "\n") + "\n"
    let files = [
      ("cnf", certificate.formula), ("drat", certificate.proof), ("solution", solution),
    ]
    var paths: [String] = []
    for (ending, text) in files {
      let path = "\(folder)/\(item.index).\(ending)"
      try Folders.write(Array(text.utf8), to: path)
      paths.append(path)
    }
    return paths
  }
}
