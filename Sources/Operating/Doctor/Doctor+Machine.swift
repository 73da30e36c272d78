import Catalog
import Dates
import Pipeline

extension Doctor {
  /// How past nights ended, and whether the clock goes on from them.
  func runs(_ catalog: Catalog?) -> [Symptom] {
    let history = RunHistory(state: house.state)
    let release = (try? catalog?.lastRelease()).flatMap { try? Timestamp($0.createdAt) }
    var symptoms: [Symptom] = []
    let past = [release, history.runs.first?.now].compactMap { $0 }.max()
    // An hour's grace: clocks are set, and runs may be told a clock.
    if let past, past.epochSeconds - context.now.epochSeconds > 3600 {
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
    return symptoms
  }

  private func lock() -> Symptom {
    guard let holder = FileLocks.holder(of: "\(house.state)/lock") else {
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
