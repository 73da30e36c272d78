import Catalog
import Dates
import Files
import Foundation
import Pipeline

extension Doctor {
  /// How past nights ended, and whether the clock goes on from them.
  func runs(_ catalog: Catalog?) -> [Symptom] {
    let history = RunHistory(state: house.state)
    var symptoms: [Symptom] = []
    if let past = HouseClock(state: house.state, catalog).later(than: context.now) {
      symptoms.append(
        .wrong(
          "clock", "it says \(context.now), but the last run was at \(past)",
          mend: "timedatectl status"))
    } else {
      symptoms.append(.well("clock", "\(context.now)"))
    }
    guard let last = history.runs.first else { return symptoms }
    if last.exit != 0, last.exit != 75 {
      let why = last.failure?.split(separator: "\n").first ?? "for no reason that it knew"
      symptoms.append(
        .care("last run", "\(last.now) ended with \(last.exit): \(why)", mend: command("nightly")))
    } else if let success = history.lastSuccess,
      context.now.epochSeconds - success.epochSeconds > 36 * 3600
    {
      symptoms.append(
        .care(
          "last run", "the last one that went well was at \(success)",
          mend: "systemctl status almanac-nightly.timer"))
    } else {
      symptoms.append(.well("last run", "\(last.now), done"))
    }
    return symptoms
  }

  /// Disk and lock.
  func machine() -> [Symptom] {
    var symptoms: [Symptom] = []
    let places = StoreSettings.isBucket(house.output) ? [] : [house.output]
    for place in [house.state] + places {
      guard let free = freeBytes(place) else { continue }
      let megabytes = free / 1_000_000
      let words = "\(megabytes) MB free for \(place)"
      let mend = "df -h \(Shell.quoted(place))"
      switch megabytes {
      case ..<100: symptoms.append(.wrong("disk", words, mend: mend))
      case ..<1000: symptoms.append(.care("disk", words, mend: mend))
      default: symptoms.append(.well("disk", words))
      }
    }
    symptoms.append(lock())
    if isWrongKind("\(house.state)/runs", S_IFDIR) {
      let runs = "\(house.state)/runs"
      let aside = [runs, "\(runs)-aside"].map(Shell.quoted).joined(separator: " ")
      symptoms.append(
        .care("runs", "\(runs) is no folder: runs cannot leave reports", mend: "mv \(aside)"))
    }
    return symptoms
  }

  var lockPath: String { "\(house.state)/\(StateLock.name)" }

  /// Whether something stands at a path and is of another kind; a link is of no kind but its own.
  private func isWrongKind(_ path: String, _ kind: mode_t) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT != kind
  }

  private func lock() -> Symptom {
    if isWrongKind(lockPath, S_IFREG) {
      return .wrong(
        "lock", "\(lockPath) is a link or no plain file, and every run refuses it",
        mend: "mv \(Shell.quoted(lockPath)) \(Shell.quoted(lockPath + "-aside"))")
    }
    guard FileLocks.areKnown else {
      return .well("lock", "not known: this system does not say who holds one")
    }
    guard let holder = FileLocks.holder(of: lockPath) else {
      return .well("lock", "free")
    }
    guard let since = holder.since, context.now.epochSeconds - since > 6 * 3600 else {
      return .well("lock", "a run is at work (process \(holder.process))")
    }
    return .care(
      "lock",
      "process \(holder.process) has held it for \((context.now.epochSeconds - since) / 3600) "
        + "hours",
      mend: "ps -fp \(holder.process)")
  }
}
