import Catalog
import Dates
import Files
import Foundation
import Pipeline
import Printable

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
    let runs = history.runs(upTo: context.now)
    guard let last = runs.first else { return symptoms }
    // Another run, or a bucket that did not answer, made it end; the next one may do better.
    let isPutOff = last.exit == Int(ExitStatus.retryLater.rawValue)
    if last.exit != 0, !isPutOff {
      let why = last.failure?.split(separator: "\n").first ?? "for no reason that it knew"
      // What the recipes ask for has to change first, if it has not by now.
      let isRecipes = last.exit == Int(ExitStatus.badRecipe.rawValue)
      let cause = "\(last.now) ended with \(last.exit): \(why)"
      symptoms.append(
        .care(
          "last run", isRecipes ? "\(cause) — once the recipes are mended, run it again" : cause,
          mend: house.command("nightly")))
      return symptoms
    }
    // Without any that went well, the reports that are kept say since when there is none.
    let success = runs.first { $0.exit == 0 }?.now
    let since = success ?? runs[runs.count - 1].now
    if context.now.epochSeconds - since.epochSeconds > 36 * 3600 {
      symptoms.append(
        .care(
          "last run",
          success.map { "the last one that went well was at \($0)" }
            ?? "none has gone well since \(since)",
          mend: "systemctl status almanac-nightly.timer"))
    } else {
      symptoms.append(.well("last run", "\(last.now), \(isPutOff ? "put off" : "done")"))
    }
    return symptoms
  }

  /// Disk and lock.
  func machine() -> [Symptom] {
    var symptoms: [Symptom] = []
    var places = [house.state]
    for place in [house.output, house.privateTo ?? house.output]
    where !StoreSettings.isBucket(place) && !places.contains(place) {
      places.append(place)
    }
    for place in places {
      guard let free = freeBytes(place) else { continue }
      let megabytes = free / 1_000_000
      let words = "\(megabytes) MB free for \(place)"
      let mend = "df -h \(Shell.path(place))"
      switch megabytes {
      case ..<100: symptoms.append(.wrong("disk", words, mend: mend))
      case ..<1000: symptoms.append(.care("disk", words, mend: mend))
      default: symptoms.append(.well("disk", words))
      }
    }
    symptoms.append(lock())
    // Anything else in its place is an obstacle of its own.
    let runs = RunHistory.folder(in: house.state)
    if Doctor.kind(of: runs) == S_IFLNK {
      let aside = Shell.moving(runs) { Doctor.kind(of: $0) != nil }
      symptoms.append(
        .care("runs", "\(runs) is a link: runs cannot leave reports", mend: aside))
    }
    return symptoms
  }

  var lockPath: String { "\(house.state)/\(StateLock.name)" }

  private func lock() -> Symptom {
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
