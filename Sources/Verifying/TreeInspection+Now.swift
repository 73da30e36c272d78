import Dates
import Identity
import JSONText
import Manifest
import Stores

/// `now.json`: whether it tells what the manifest says, for the day that it is of.
extension TreeInspection {
  /// Checks `now.json` against the current release, or the one before where it may lag behind.
  mutating func checkNow(_ manifest: Manifest, mayLag: Bool) async throws(StoreError) {
    guard manifest.now else {
      if previous?.now ?? false, present[.now] != nil {
        named.insert(.now)
        note(.now, .unfinished, "it is still to be removed")
      }
      return
    }
    named.insert(.now)
    if mayLag, !(previous?.now ?? true), try await !isThere(.now) {
      note(.now, .unfinished, "it is still to be written")
      return
    }
    guard let bytes = try await bytes(.now, missing: "apps ask for it") else { return }
    checkPointerHeaders(of: .now)
    let day: Day
    do throws(ManifestError) {
      day = try NowContents(reading: bytes).day
    } catch {
      return note(.now, .unreadable, "\(error)")
    }
    if try await now(manifest, on: day) == bytes {
      nowDay = day
      if day < manifest.createdAt.day {
        note(.now, .contradiction, "it is of \(day), before its release")
      }
      return
    }
    if mayLag, let previous, previous.now, try await now(previous, on: day) == bytes {
      return note(.now, .unfinished, "it is still that of the release before")
    }
    for release in newer where release.now {
      guard try await now(release, on: day) == bytes else { continue }
      return note(.manifest, .older, "\(ObjectKey.now) is of a later release already")
    }
    note(.now, .changed, "it is not what the manifest says for \(day)")
  }

  /// Checks that `now.json` has every date that somebody on Earth needs at a time.
  ///
  /// It has four days, so that it lasts a night longer than it has to.
  mutating func checkNow(at time: Timestamp) {
    guard let nowDay else { return }
    if nowDay < time.day.advanced(by: -1) {
      note(
        .now, .older,
        "it is of \(nowDay), and at \(time) some places have dates that it does not tell of")
    } else if nowDay > time.day.advanced(by: 1) {
      note(.now, .contradiction, "it is of \(nowDay), and it is \(time)")
    }
  }

  /// What has to be in it.
  private func now(_ manifest: Manifest, on day: Day) async throws(StoreError) -> [UInt8] {
    var objects: [ObjectKey: Manifest.Object] = [:]
    for object in manifest.objects { objects[object.key] = object }
    func place(_ key: ObjectKey) -> String? {
      objects[key].map {
        "\"key\":\"\($0.key)\",\"bytes\":\($0.bytes),\"sha256\":\"\($0.sha256)\""
      }
    }
    let packs = manifest.packs.map { pack in
      let own = "\"id\":\"\(pack.id)\",\"version\":\(pack.version),\"free\":\(pack.free)"
      return "{\((pack.free ? [own, place(pack.object)] : [own]).joined)}"
    }
    var cadences: [String] = []
    for cadence in Cadence.allCases {
      guard let entries = manifest.calendar[cadence]?.entries else { continue }
      let first = Period(cadence, containing: day.advanced(by: -1))
      let last = Period(cadence, containing: day.advanced(by: 2))
      var lines: [String] = []
      for count in 0...first.distance(to: last) {
        let period = first.advanced(by: count)
        guard let entry = entries.last(where: { $0.period == period }) else {
          let state = manifest.takenBack.contains(period) ? "withdrawn" : "absent"
          lines.append("{\"id\":\"\(period)\",\"state\":\"\(state)\"}")
          continue
        }
        let key = ObjectKey.entry(period)
        var parts: [String?] = [
          "\"id\":\"\(period)\",\"state\":\"published\",\"key\":\"\(key)\",\"sha256\":\"\(entry.sha256)\""
        ]
        if let puzzle = try? await store.get(key), Digest.sha256(of: puzzle) == entry.sha256 {
          let text = JSONValue.string(String(decoding: puzzle, as: UTF8.self)).line
          parts.append("\"sbn\":\(text)")
        }
        lines.append("{\(parts.joined)}")
      }
      cadences.append("\"\(cadence.rawValue)\":[\(lines.joined(separator: ","))]")
    }
    let parts: [String?] = [
      "\"schema\":1,\"release\":\(manifest.release),\"createdAt\":\"\(manifest.createdAt)\"",
      "\"day\":\"\(day)\",\"packs\":[\(packs.joined(separator: ","))]",
      manifest.bundle.flatMap { place($0.plain) }.map { "\"bundle\":{\($0)}" },
      "\"dates\":{\(cadences.joined(separator: ","))}",
    ]
    return Array("{\(parts.joined)}".utf8)
  }
}

extension [String?] {
  /// Those that there are, with commas.
  fileprivate var joined: String { compactMap(\.self).joined(separator: ",") }
}
