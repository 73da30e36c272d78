import Dates
import Identity
import Manifest
import Stores
import Wording

/// Whether a release can have been made with the grader that its manifest names.
///
/// A program explains with the grader that it grades with, and grades what it publishes with that
/// one or one before. So what came with a release tells something of its `graderVersion`, and what
/// stays from earlier releases does not.
extension TreeInspection {
  /// A release, and the grader that it says it was made with.
  struct Maker: Hashable {
    let release: Int
    let grader: Int

    init(_ manifest: Manifest) { (release, grader) = (manifest.release, manifest.graderVersion) }
  }

  /// Puzzles that are new in a release, and said to be graded by a later grader than its own.
  struct Foresight {
    /// What they are part of.
    enum Place: Hashable {
      case pack(PackID, count: Int)
      case calendar(Cadence, Manifest.Entry)
    }

    let maker: Maker
    let grader: Int
    let place: Place

    /// `daily puzzles`.
    var words: String {
      switch place {
      case .pack(let id, _): "puzzles of pack \(id)"
      case .calendar(let cadence, _): "\(cadence.rawValue) puzzles"
      }
    }

    /// Whether an earlier release has them already, by the same grader.
    func isKnown(to earlier: Manifest) -> Bool {
      switch place {
      case .pack(let id, let count):
        earlier.packs.contains {
          $0.id == id && TreeInspection.counts(of: $0, in: earlier)[grader, default: 0] >= count
        }
      case .calendar(let cadence, let entry):
        earlier.calendar[cadence]?.entries.contains(entry) ?? false
      }
    }
  }

  /// Remembers with which release the objects of the current one came, as far back as it is called
  /// with a release: first with the current one, then with the one before each.
  mutating func noteMaker(_ manifest: Manifest, current: [ObjectKey: String]) {
    for object in manifest.objects where current[object.key] == object.sha256 {
      makers[object.key] = Maker(manifest)
    }
  }

  /// Forgets where objects may have come with a release that is not here.
  ///
  /// - Parameters:
  ///   - oldest: The first release that is here; `nil` where it is the first of all.
  ///   - isPrivateWhole: Whether the private parts of all releases are here.
  mutating func forgetMakers(upTo oldest: Manifest?, isPrivateWhole: Bool) {
    makers = makers.filter { key, maker in
      maker.release != oldest?.release && (isPrivateWhole || key.part == .open)
    }
  }

  /// Remembers the puzzles of a release that its grader cannot have graded, as long as no release
  /// before it has them.
  mutating func noteForesights(in later: Manifest, after earlier: Manifest?) {
    for pack in later.packs where pack.graders != nil {
      for (grader, count) in TreeInspection.counts(of: pack, in: later)
      where grader > later.graderVersion {
        foresights.append(
          Foresight(maker: Maker(later), grader: grader, place: .pack(pack.id, count: count)))
      }
    }
    for (cadence, calendar) in later.calendar where calendar.graders != nil {
      for (index, entry) in calendar.entries.enumerated() {
        let grader = later.grader(of: calendar, at: index)
        guard grader > later.graderVersion else { continue }
        foresights.append(
          Foresight(maker: Maker(later), grader: grader, place: .calendar(cadence, entry)))
      }
    }
    if let earlier { foresights.removeAll { $0.isKnown(to: earlier) } }
  }

  /// How many puzzles of a pack each version has graded.
  private static func counts(of pack: Manifest.Pack, in manifest: Manifest) -> [Int: Int] {
    var counts: [Int: Int] = [:]
    for slot in 0..<pack.count { counts[manifest.grader(of: pack, at: slot), default: 0] += 1 }
    return counts
  }

  /// Remembers an object with steps that are by another grader than the release that it came with.
  mutating func compareMaker(of key: ObjectKey, with grader: Int) {
    guard let maker = makers[key], maker.grader != grader, grader >= 0,
      grader <= latestGrader ?? grader
    else { return }
    misfits[maker, default: []].append((key, grader))
  }

  /// Notes what contradicts the graders that releases say they were made with.
  mutating func checkMakers(_ current: Manifest) {
    defer { earlier = nil }
    for (maker, objects) in misfits.sorted(by: { $0.key.release < $1.key.release }) {
      guard let first = objects.min(by: { $0.key < $1.key }) else { continue }
      let more = objects.count > 1 ? ", and so are \(objects.count - 1, of: "object") more" : ""
      note(
        maker, current,
        "it is said to be made with grader \(maker.grader), and \(first.key), which came with it, "
          + "has steps by grader \(first.grader)\(more)")
    }
    guard let latestGrader else { return }
    var told: [Maker: Set<String>] = [:]
    for foresight in foresights where foresight.grader <= latestGrader {
      told[foresight.maker, default: []].insert(
        "it is said to be made with grader \(foresight.maker.grader), and \(foresight.words) that "
          + "came with it to be graded by grader \(foresight.grader)")
    }
    for (maker, messages) in told.sorted(by: { $0.key.release < $1.key.release }) {
      for message in messages.sorted() { note(maker, current, message) }
    }
  }

  private mutating func note(_ maker: Maker, _ current: Manifest, _ message: String) {
    earlier = maker.release < current.release ? maker.release : nil
    note(earlier == nil ? .manifest : .release(maker.release), .contradiction, message)
  }
}
