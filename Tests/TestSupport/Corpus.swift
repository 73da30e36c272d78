public import Foundation

/// Real puzzles to measure against, where they are at hand.
///
/// They are not part of the project: they lie beside it, in `../shared/corpus`, or wherever
/// `ALMANAC_CORPUS` says. Tests that want them skip where they are absent:
///
///     @Test("every puzzle of the corpus reads", .enabled(if: Corpus.isPresent, Corpus.absence))
public enum Corpus {
  /// The folder of the corpus, or `nil` when there is none.
  public static let folder: URL? = {
    let named = ProcessInfo.processInfo.environment["ALMANAC_CORPUS"].map {
      URL(fileURLWithPath: $0, isDirectory: true)
    }
    let beside = Project.folder.deletingLastPathComponent()
      .appendingPathComponent("shared/corpus", isDirectory: true)
    let found = named ?? beside
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: found.path, isDirectory: &isDirectory)
    return exists && isDirectory.boolValue ? found : nil
  }()

  /// Whether there is a corpus.
  public static var isPresent: Bool { folder != nil }

  /// What a skipped test says.
  public static let absence: String =
    "no corpus beside the project (../shared/corpus) nor at ALMANAC_CORPUS"

  /// The names of its puzzle files, ascending: `05x05-1-easy.sbn` …; none when it is absent.
  public static var files: [String] {
    guard let folder else { return [] }
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { $0.hasSuffix(".sbn") }.sorted()
  }

  /// The lines of a file, without line ends and empty lines.
  ///
  /// - Parameters:
  ///   - file: The file's name, such as `10x10-2-hard.sbn`.
  ///   - limit: The most lines to give, from the top.
  /// - Returns: One SBN string a line, or `nil` when the corpus or the file is absent.
  public static func lines(of file: String, limit: Int = .max) -> [String]? {
    guard let url = folder?.appendingPathComponent(file, isDirectory: false),
      let text = try? String(contentsOf: url, encoding: .utf8)
    else { return nil }
    return text.split(whereSeparator: \.isNewline).prefix(limit).map(String.init)
  }
}
