import Notation
import Proving

/// The files of one certificate as they are found in a folder, and whose they are.
///
/// What `prove` has written says so: a formula by its first words, a solution by a puzzle and
/// nothing but a board behind it. Where one of the two does, the others of that number are its own
/// too, if they are what is left of what it writes: a beginning, with zeros behind it or nothing.
/// Whoever has emptied a file has left nothing in it that could be lost.
struct CertificateFiles {
  /// What the files hold that hold anything, by the last part of their names.
  private var texts: [String: ArraySlice<UInt8>] = [:]

  /// What a file holds.
  subscript(_ ending: String) -> [UInt8] {
    get { Array(texts[ending] ?? []) }
    set {
      // A power cut leaves zeros where something was to be written.
      let end = newValue.lastIndex { $0 != 0 }
      texts[ending] = end.map { newValue[...$0] }
    }
  }

  /// The ending of a file that somebody else has written.
  var foreign: String? {
    let (formula, proof, solution) = (texts["cnf"], texts["drat"], texts["solution"])
    let title = Certificate.title.utf8
    if let formula, formula.starts(with: title) {
      let size = formula.dropFirst(title.count).prefix { $0 != UInt8(ascii: ".") }
      let isOwn =
        solution.map { CertificateFiles.agree($0, size) || CertificateFiles.puzzle($0) } ?? true
      return isOwn ? nil : "solution"
    }
    if let solution, CertificateFiles.puzzle(solution),
      solution.drop(while: { $0 != UInt8(ascii: "\n") }).allSatisfy("*.\n".utf8.contains)
    {
      if let formula, !title.starts(with: formula) { return "cnf" }
      return proof?.allSatisfy("0123456789- d\n".utf8.contains) == false ? "drat" : nil
    }
    return ProvePuzzles.endings.first { texts[$0] != nil }
  }

  /// Whether a text begins with a puzzle, on a line of its own.
  private static func puzzle(_ text: ArraySlice<UInt8>) -> Bool {
    let line = String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return (try? SBN(line)) != nil
  }

  /// Whether one of two texts begins with the other.
  private static func agree(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
    a.starts(with: b) || b.starts(with: a)
  }
}
