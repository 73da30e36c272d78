import Crypto
import Foundation
import Synchronization

/// The pages of puzzles that the program has written: to be read by the desk, and to be played.
final class SheetShelf: Sendable {
  private let folder: PrivateFolder
  private let names = Mutex<[String]>([])

  /// The most that are kept; the oldest goes first.
  private static let most = 80

  init(folder: PrivateFolder) { self.folder = folder }

  /// A folder for another page.
  func make() -> (name: String, path: String) {
    let name = String(Doorkeeper.word().prefix(16))
    let gone = names.withLock { names in
      names.append(name)
      return names.count > SheetShelf.most ? names.removeFirst() : nil
    }
    if let gone { try? FileManager.default.removeItem(atPath: "\(folder.path)/sheet-\(gone)") }
    return (name, "\(folder.path)/sheet-\(name)")
  }

  /// The page of a name; `nil` where there is none.
  func page(_ name: String) -> Data? {
    guard names.withLock({ $0.contains(name) }) else { return nil }
    return FileManager.default.contents(atPath: "\(folder.path)/sheet-\(name)/index.html")
  }

  /// The policy under which a page runs: its own script by its digest, and nothing else.
  static func policy(of page: Data) -> String {
    let text = String(decoding: page, as: UTF8.self)
    var script = "'none'"
    if let start = text.range(of: "<script>", options: .backwards),
      let end = text.range(of: "</script>", options: .backwards), start.upperBound < end.lowerBound
    {
      let digest = SHA256.hash(data: Data(text[start.upperBound..<end.lowerBound].utf8))
      script = "'sha256-\(Data(digest).base64EncodedString())'"
    }
    return "default-src 'none'; style-src 'unsafe-inline'; script-src \(script); img-src data:; "
      + "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
  }
}
