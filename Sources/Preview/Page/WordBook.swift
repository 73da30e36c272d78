/// The words of all sentences of a page, so that a sentence is a short code.
///
/// The sentences of a 25×25 have some 30 kB, mostly the same hundred words. Words are numbered, the
/// commonest first; a number is written in 60 final characters, behind as many of 28 leading ones
/// as it takes. So the commonest words take one character, and those of a page of any size two.
package struct WordBook {
  /// The words, by number.
  package let words: [String]
  private let numbers: [String: Int]

  /// The leading and the final characters: printable ASCII that neither JSON nor HTML escapes.
  package static let (leading, final): ([Character], [Character]) = {
    let all = (0x21...0x7E).map { Character(Unicode.Scalar(UInt8($0))) }
      .filter { !"\"\\<>&'".contains($0) }
    return (Array(all[..<28]), Array(all[28...]))
  }()

  /// Numbers the words of some sentences; equally common ones in the order of their bytes.
  package init(of sentences: some Sequence<String>) {
    var counts: [Substring: Int] = [:]
    for sentence in sentences {
      for word in WordBook.split(sentence) { counts[word, default: 0] += 1 }
    }
    words = counts.sorted { left, right in
      left.value != right.value
        ? left.value > right.value : left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
    }.map { String($0.key) }
    numbers = Dictionary(uniqueKeysWithValues: zip(words, words.indices))
  }

  /// A sentence in code; its words have to be in the book.
  package func code(_ sentence: String) -> String {
    var code = ""
    for word in WordBook.split(sentence) {
      code += WordBook.code(numbers[String(word)] ?? 0)
    }
    return code
  }

  /// A number in code, from 0 up: some leading characters and a final one.
  package static func code(_ number: Int) -> String {
    var rest = number / final.count
    var lead = ""
    // As with the columns of a spreadsheet: there is no leading zero to leave out.
    while rest > 0 {
      rest -= 1
      lead = String(leading[rest % leading.count]) + lead
      rest /= leading.count
    }
    return lead + String(final[number % final.count])
  }

  private static func split(_ sentence: String) -> [Substring] {
    sentence.split(separator: " ", omittingEmptySubsequences: false)
  }
}
