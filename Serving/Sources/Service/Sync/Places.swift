import AlmanacTree
import Foundation
import Notation
import PlayerState
import StarBattle
import Synchronization

/// The puzzle of each place of a release: what a player's boards are held against.
package final class Places: Sendable {
  /// A puzzle as it stands at a place.
  struct Place: Sendable {
    let puzzle: Puzzle
    let fingerprint: PuzzleFingerprint
    /// Whether phones may have another puzzle there: a slot of a pack that has got one, or a date
    /// that was taken back before it began, which phones may have fetched ahead.
    let canChange: Bool
  }

  private struct State {
    var digest = ""
    /// The texts of packs that were read; and what was found at places.
    var packs: [String: [String]] = [:]
    var places: [String: Place] = [:]
  }

  private let state = Mutex(State())
  /// Told of an object that is not what the manifest says.
  private let noteDamage: @Sendable () -> Void

  /// - Parameter noteDamage: What has to be done where an object is not what the manifest says.
  init(noteDamage: @escaping @Sendable () -> Void) { self.noteDamage = noteDamage }

  /// The puzzle of a place.
  ///
  /// - Parameters:
  ///   - id: `intro:3`, `daily:2026-11-21`.
  ///   - release: The release as it is now.
  /// - Returns: The puzzle; `nil` where the release has none.
  /// - Throws: `TreeDamage` when the tree does not have what its manifest names.
  func place(_ id: String, in release: PublishedRelease) throws(TreeDamage) -> Place? {
    let known = state.withLock { state -> Place? in
      if state.digest != release.digest { state = State(digest: release.digest) }
      return state.places[id]
    }
    if let known { return known }
    guard let found = try find(id, in: release) else { return nil }
    state.withLock { state in
      if state.digest == release.digest { state.places[id] = found }
    }
    return found
  }

  private func find(_ id: String, in release: PublishedRelease) throws(TreeDamage) -> Place? {
    let words = id.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 2 else { return nil }
    let text: String?
    let isDate = PublishedRelease.cadences.contains(words[0])
    if isDate {
      guard let object = release.puzzle(words[0], words[1]) else { return nil }
      text = String(decoding: try bytes(of: object, in: release), as: UTF8.self)
    } else {
      guard let slot = Int(words[1]), slot >= 0, String(slot) == words[1],
        let texts = try texts(of: words[0], in: release), texts.indices.contains(slot)
      else { return nil }
      text = texts[slot]
    }
    // A place whose puzzle was withdrawn is empty.
    guard let text, let puzzle = try? SBN(text.filter { !$0.isNewline }).puzzle else { return nil }
    return Place(
      puzzle: puzzle, fingerprint: PuzzleFingerprint(ofSBN: text),
      canChange: isDate ? release.wasTakenBack(id) : release.wasChanged(id))
  }

  private func bytes(
    of object: PublishedRelease.Object, in release: PublishedRelease
  ) throws(TreeDamage) -> [UInt8] {
    do throws(TreeDamage) {
      return try release.bytes(of: object)
    } catch {
      noteDamage()
      throw error
    }
  }

  private struct PackFile: Decodable {
    let puzzles: [String]
  }

  private func texts(of id: String, in release: PublishedRelease) throws(TreeDamage) -> [String]? {
    if let known = state.withLock({ $0.digest == release.digest ? $0.packs[id] : nil }) {
      return known
    }
    guard let pack = release.pack(id), release.isHere(pack.object) else { return nil }
    let bytes = try bytes(of: pack.object, in: release)
    guard let texts = try? JSONDecoder().decode(PackFile.self, from: Data(bytes)).puzzles else {
      return nil
    }
    state.withLock { state in
      if state.digest == release.digest { state.packs[id] = texts }
    }
    return texts
  }
}
