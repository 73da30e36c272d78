package import Dates
package import Identity
package import Pressing
package import Signing
package import StarBattle
import Wording

/// Why a run ends without doing what it was asked to.
package enum PipelineError: Error, Sendable {
  /// An input file cannot be read.
  case input(path: String, reason: String)
  /// What the command line names cannot be a name of its kind, or there is nothing of that name.
  case argument(String, reason: String)
  /// There is no published tree where one should be.
  case noTree(path: String)
  /// What was asked for is against the promises to players.
  case refused(what: String, reason: String)
  /// Nothing of this id is published.
  case notPublished(id: String)
  /// The tree is published, but the catalogue that made it is not there.
  case stateLost(output: String, state: String, release: Int)
  /// The catalogue is older than the tree: it comes from a backup.
  case stateBehind(output: String, state: String, release: Int, known: Int)
  /// The catalogue knows another release of the number that the tree is at: it has gone on beside
  /// another tree.
  case stateApart(output: String, state: String, release: Int)
  /// The house signs, and no key that is listed has signed the tree's release, which its catalogue
  /// does not know.
  case foreignRelease(output: String, release: Int)
  /// The tree holds something that no catalogue could have published.
  case treeDamaged(output: String, detail: String)
  /// There is no catalogue where one should be.
  case noCatalog(state: String)
  /// Puzzles miss what a strict recipe asks for.
  case missed(file: String, [Miss])
  /// No candidate for an item could be published.
  case exhausted(item: String, tally: Tally)
  /// The release is published, and filling the reserve behind it ended early.
  case topUp(made: Int, wanted: Int, release: Int?, cause: any Error)
  /// The work that a night may take has ended, and the reserve has no puzzle left for a date.
  case nightBudgetSpent(Int, item: String, grid: Grid)
  /// The calendar would jump far ahead.
  case clockJump(cadence: Cadence, missing: Int, last: String)
  /// Puzzles of a cadence are in the calendar, and no recipe makes more.
  case calendarVanished(Cadence)
  /// A pack that players have is in no recipe.
  case packVanished(PackID)
  /// The tree's releases are signed, and the recipes say nothing of signing any more.
  case signingVanished(output: String)
  /// The clock is behind the time that the last release, or the last run, knew.
  case clockBehind(now: Timestamp, last: Timestamp)
  /// The clock is so long before a calendar's first date that it cannot be right.
  case clockTooEarly(cadence: Cadence, now: Timestamp, start: String)
  /// The clock is so long after a calendar's first date, and nothing of it was ever made, that it
  /// cannot be right.
  case clockTooLate(cadence: Cadence, now: Timestamp, start: String)
  /// A puzzle that was free when it was chosen is used by the time it is kept.
  case twinAppeared(item: String, other: String)
  /// A key cannot be used, or a list of keys is not as it should be.
  case signing(SigningError, place: String?)
  /// The run was asked to stop.
  case interrupted(signal: Int32)
  /// Something that cannot be happened.
  case bug(String)
}

extension PipelineError: CustomStringConvertible {
  /// What is wrong, where, and what to do.
  package var description: String {
    switch self {
    case .input(let path, let reason): "\(path): \(reason)"
    case .argument(let word, let reason): "\(word): \(reason)"
    case .refused(let what, let reason): "\(what): \(reason)"
    case .noTree(let path):
      "\(path): there is no published tree (no folder puzzles) — "
        + "make one with “almanac nightly”, or name its folder"
    case .notPublished(let id):
      "\(id): nothing of that id is published — name a pack (intro), a slot (intro:3) or a date "
        + "(daily:2026-11-25) of the current release"
    case .stateLost(let output, let state, let release):
      "\(output) holds release \(release), but \(state) has no catalogue of it — "
        + PipelineError.wayBack
    case .stateBehind(let output, let state, let release, let known):
      "\(output) holds release \(release), but the catalogue in \(state) ends with release "
        + "\(known): it is an older copy — " + PipelineError.wayBack
    case .stateApart(let output, let state, let release):
      "\(output) holds a release \(release) that the catalogue in \(state) did not make — "
        + PipelineError.wayBack
    case .foreignRelease(let output, let release):
      "\(output): no key that is listed has signed release \(release), and no catalogue knows it, "
        + "so somebody else may have written it — “almanac doctor” says how to bring the last "
        + "signed one back; if this one is yours all the same, say so with “almanac catalog "
        + "rebuild --force”; nothing was written"
    case .treeDamaged(let output, let detail):
      "\(output): \(detail) — look at it with “almanac release verify”; nothing was written"
    case .noCatalog(let state):
      "\(state): there is no catalogue in it — make one with “almanac nightly”, or from a "
        + "published tree with “almanac catalog rebuild”, or name its folder with --state"
    case .missed(let file, let misses):
      "\(file): the recipe is strict, and \(misses.count == 1 ? "a puzzle misses" : "puzzles miss") "
        + "what it asks for: \(Miss.words(for: misses)) — ask for what the grid reaches (“almanac "
        + "recipes check” tells), or leave `strict` out; nothing of it was kept"
    case .exhausted(let item, let tally):
      "\(item): "
        + (tally.tried == 1 ? "the only candidate cannot" : "none of \(tally.tried) candidates can")
        + " be published (\(tally.reasons)) — "
        + "there may be no more puzzles of this grid; give its recipe fewer slots or a larger grid"
    case .topUp(let made, let wanted, let release, let cause):
      (release.map { "release \($0) is published; " } ?? "")
        + "filling the reserve ended after \(made) of \(wanted, of: "puzzle")"
        + (release == nil ? "" : ", which are kept") + ": \(cause)"
    case .nightBudgetSpent(let budget, let item, let grid):
      "the work budget of \(budget) evaluations has ended, and the reserve has no "
        + "\(grid) puzzle for \(item) that will do — nothing was published, what was made is kept: run "
        + "again to go on, raise --budget, or fill the reserve with “almanac reserve fill”"
    case .clockJump(let cadence, let missing, let last):
      "\(missing) \(cadence.rawValue) puzzles are missing since \(last) — that is no gap but a "
        + "wrong clock; set it right, or go ahead in steps with --now"
    case .calendarVanished(let cadence):
      "the \(cadence.rawValue) calendar has puzzles, and no recipe makes more: it would run out — "
        + "list its recipe again, under “calendar” in release.yaml"
    case .packVanished(let pack):
      "players have the pack \(pack), and release.yaml does not list it any more — list it again, "
        + "or take it back for good with “almanac release withdraw \(pack) --reason …”"
    case .signingVanished(let output):
      "the releases in \(output) are signed, and release.yaml names no release key any more: apps "
        + "that know the tree's keys would refuse the next one — name the key again (“signing: "
        + "{ key: … }”), or write “signing: none” to leave signing for good; nothing was written"
    case .clockBehind(let now, let last):
      "the clock says \(now), and \(last) is past already: a release or a run was made then — set "
        + "it right; if that was the wrong one, say so with “almanac nightly --accept-clock”"
    case .clockTooEarly(let cadence, let now, let start):
      "the clock says \(now), and the \(cadence.rawValue) calendar begins with \(start): that is "
        + "too far ahead to be meant — set the clock, or the recipe's start, right"
    case .clockTooLate(let cadence, let now, let start):
      "the clock says \(now), and the \(cadence.rawValue) calendar, of which there is nothing yet, "
        + "begins with \(start): that is too long ago to be meant — set the clock, or the recipe's "
        + "start, right; if both are, say so with “almanac nightly --accept-clock”"
    case .twinAppeared(let item, let other):
      "the puzzle for \(item) is already used for \(other) — run again"
    case .signing(let error, let place): (place.map { "\($0): " } ?? "") + "\(error)"
    case .interrupted(let signal):
      signal == 15 ? "terminated; run again for the rest" : "interrupted; run again for the rest"
    case .bug(let what): "this is a mistake in almanac, please report it: \(what)"
    }
  }

  /// What helps when tree and catalogue do not belong together.
  private static let wayBack =
    "bring its newest copy back (--state), make it anew from the tree with “almanac catalog "
    + "rebuild”, or publish into another folder (--output); nothing was written"
}
