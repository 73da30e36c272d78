/// Finds the word that somebody probably meant.
///
/// The distance is optimal string alignment (a swap of two neighbours counts once), because swapped
/// letters are the commonest slip of fast typists.
package enum Spelling {
  /// The closest of some words, if it is close enough to be worth proposing.
  ///
  /// - Parameters:
  ///   - word: What was written.
  ///   - words: What is allowed; the first of equally close ones wins.
  /// - Returns: A word at most a third of its length away, and at least one slip is always
  ///   forgiven.
  package static func guess(for word: String, among words: [String]) -> String? {
    // A word of any length can be given; beyond this nothing close is meant.
    guard word.utf8.count <= 64 else { return nil }
    let wanted = Array(word.lowercased().unicodeScalars)
    var best: (word: String, distance: Int)?
    for candidate in words {
      let distance = slips(from: wanted, to: Array(candidate.lowercased().unicodeScalars))
      if distance <= max(1, candidate.count / 3), distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.word
  }

  /// What to tell somebody whose word is none of those there are.
  ///
  /// - Parameters:
  ///   - word: What was written.
  ///   - words: What is allowed.
  /// - Returns: The word that was probably meant, or else all that there are.
  package static func advice(for word: String, among words: [String]) -> String {
    if let guess = guess(for: word, among: words) { return "did you mean \(guess)?" }
    return words.isEmpty ? "there is none yet" : "there are \(words.joined(separator: ", "))"
  }

  private static func slips(from left: [Unicode.Scalar], to right: [Unicode.Scalar]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var least = min(row[j] + 1, last[j + 1] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}
