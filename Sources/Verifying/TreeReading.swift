package import Identity
package import Manifest
package import Stores

/// What a stranger finds in a tree.
package struct TreeReading: Sendable {
  /// The manifest of the current release, where it can be read.
  package internal(set) var manifest: Manifest?

  /// Every puzzle of the current release: packs in their order, then the calendar in order of time.
  package internal(set) var puzzles: [PublishedPuzzle] = []

  /// What profiles say of these puzzles, for whoever can solve them to compare.
  package internal(set) var claims: [PuzzleClaim] = []

  /// What could not be checked, a line each: the private part is not here.
  package internal(set) var unchecked: [String] = []

  /// Everything that is wrong, in the order of objects.
  package private(set) var findings: [Finding] = []

  /// Whether a reader can rely on the release: nothing is wrong but what an interrupted publish
  /// leaves and the next one puts right.
  package var isWhole: Bool { findings.allSatisfy { $0.kind == .unfinished } }

  /// Adds what a check of a puzzle has found.
  ///
  /// - Parameters:
  ///   - messages: What is wrong with it, a line each.
  ///   - puzzle: One of `puzzles`.
  package mutating func add(_ messages: [String], for puzzle: PublishedPuzzle) {
    add(
      messages.map { message in
        Finding(object: puzzle.object.text, kind: .puzzle, message: "\(puzzle.id): \(message)")
      })
  }

  /// Adds what a comparison of a claim has found.
  ///
  /// - Parameters:
  ///   - messages: What is wrong with it, a line each.
  ///   - claim: One of `claims`.
  package mutating func add(_ messages: [String], for claim: PuzzleClaim) {
    add(
      messages.map { message in
        Finding(object: claim.object.text, kind: .puzzle, message: "\(claim.id): \(message)")
      })
  }

  /// Adds findings of another reader of the same tree.
  package mutating func add(_ more: [Finding]) {
    guard !more.isEmpty else { return }
    findings = (findings + more).sorted()
  }
}

/// A puzzle that a release publishes.
package struct PublishedPuzzle: Hashable, Sendable {
  /// Its id: `intro:3`, `daily:2026-11-21`.
  package let id: PuzzleID

  /// The version of the grader that gave the grade that it prints.
  package let grader: Int

  /// The object that holds it.
  package let object: ObjectKey

  package let sbn: String
}
