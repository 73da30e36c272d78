import Catalog
import Dates
import Manifest
import Pipeline
import Printable
import Publishing
import Stores
import Verifying
import Wording

extension Doctor {
  /// Whether the catalogue is whole.
  func health(_ catalog: Catalog) async throws -> [Symptom] {
    do {
      let faults = try catalog.check { _, _ in try context.checkInterruption() }
      guard faults.isEmpty else {
        let more = faults.count > 1 ? ", and \(faults.count - 1) more" : ""
        return [
          .wrong(
            "catalogue", "damaged: \(faults[0])\(more)",
            mend: await renewal())
        ]
      }
      let counts = try catalog.counts()
      return [
        .well(
          "catalogue",
          "whole: \(counts.puzzles, of: "puzzle"), "
            + "\(counts.slots) in packs, \(counts.dates) on dates, "
            + "\(counts.reserve) never used")
      ]
    } catch let error as CatalogError {
      return [await catalogFails(error)]
    }
  }

  /// Whether the tree is whole and the one that the catalogue remembers.
  ///
  /// A run may be publishing just now, and is half-way for whoever looks at one thing after the
  /// other. So what looks wrong is looked at again while tree or catalogue go on; and as long as a
  /// run is at work it is no alarm.
  ///
  /// - Parameter isRead: Whether a folder's objects are read; otherwise manifests have to do.
  /// - Returns: What was found.
  func tree(isRead: Bool = true) async -> [Symptom] {
    for _ in 1..<5 {
      let (before, worker) = (await stand(), worker())
      let symptoms = await look(isAtWork: worker != nil, isRead: isRead)
      if symptoms.allSatisfy({ $0.severity != .wrong }) { return symptoms }
      if await stand() == before {
        guard let worker = worker ?? self.worker() else { return symptoms }
        return symptoms.map { calmed($0, worker) }
      }
    }
    return await look(isAtWork: worker() != nil, isRead: isRead)
  }

  /// Where tree and catalogue are.
  private struct Stand: Equatable {
    let manifest: [UInt8]?
    let last: Int?
    let pending: Int?
  }

  private func stand() async -> Stand {
    let store = try? context.stores.open(house)
    let catalog = try? state.readIfThere()
    return Stand(
      manifest: (try? await store?.get(.manifest)) ?? nil,
      last: (try? catalog?.lastRelease())?.number,
      pending: (try? catalog?.pendingRelease())?.number)
  }

  /// The process of the run that is at work; `nil` where there is none, or that cannot be told.
  private func worker() -> Int? { FileLocks.holder(of: lockPath)?.process }

  private func calmed(_ symptom: Symptom, _ worker: Int) -> Symptom {
    guard symptom.severity == .wrong else { return symptom }
    return .care(
      symptom.subject,
      "\(symptom.message) — but a run is at work (process \(worker)): look again when it is done",
      mend: house.command("doctor"))
  }

  private func look(isAtWork: Bool, isRead: Bool) async -> [Symptom] {
    let catalog: Catalog?
    do {
      catalog = try state.readIfThere()
    } catch {
      // That is a finding of its own; nothing that it holds can be compared.
      return isRead ? await lookAtTreeAlone() : []
    }
    do {
      let store = try context.stores.open(house)
      let published = try await self.published()
      let pending = try catalog?.pendingRelease()
      let isPending = pending != nil && pending?.manifest == published.latest?.bytes
      let known = isPending ? pending : try catalog?.lastRelease()
      guard let current = published.latest else {
        guard let known else {
          return [.care("tree", "nothing is published yet", mend: house.command("nightly"))]
        }
        return [
          .wrong(
            "tree", "\(house.output) is empty, and release \(known.number) was published",
            mend: house.command("nightly"))
        ]
      }
      let latest = current.manifest
      var symptoms: [Symptom]
      if let foreign = try await foreignRelease(current, in: store, beside: catalog) {
        symptoms = [foreign]
      } else {
        symptoms = compare(latest, current.bytes, with: known)
      }
      if !isAtWork, latest.createdAt.day > context.now.day,
        HouseClock(state: house.state, catalog).later(than: context.now) == nil
      {
        let ahead = "it is of \(latest.createdAt), by a clock that was ahead"
        symptoms.append(.care("release", ahead, mend: house.command("nightly")))
      }
      if !isAtWork, published.committed == nil, known?.manifest == current.bytes, !isPending {
        // It was finished once.
        let lost = "\(ObjectKey.manifest), which says what players have, is missing or damaged"
        symptoms = [.wrong("release", lost, mend: house.command("nightly"))]
      } else if !isAtWork, published.unfinished != nil || pending != nil {
        symptoms.append(
          .care("release", "its publication was interrupted", mend: house.command("nightly")))
      }
      if isRead { symptoms += try await inspect(store, latest, published) }
      return symptoms
    } catch PublishError.noReadableManifest(let detail) where canBeMadeAnew(catalog) {
      return [.wrong("tree", "no manifest of it can be read: \(detail)", mend: fromCatalog)]
    } catch PublishError.store(.notAFile(let path)), StoreError.notAFile(let path) {
      // In the way of a manifest; others are found by reading the tree.
      let remedy = Shell.removal(of: [path], withFolders: true)
      return [.wrong("tree", "\(StoreError.notAFile(path: path))", mend: remedy)]
    } catch {
      return [.wrong("tree", "\(error)", mend: house.verifyCommand)]
    }
  }

  private func lookAtTreeAlone() async -> [Symptom] {
    do {
      let store = try context.stores.open(house)
      let published = try await published()
      guard let latest = published.latest else { return [] }
      return try await inspect(store, latest.manifest, published)
    } catch {
      return [.wrong("tree", "\(error)", mend: house.verifyCommand)]
    }
  }

  /// Makes a folder's tree anew: one without any manifest is one that a night publishes again, all
  /// of it, from the catalogue.
  var fromCatalog: String {
    let aside = Shell.moving("\(house.output)/puzzles") { Doctor.kind(of: $0) != nil }
    return "\(aside) && \(house.command("nightly"))"
  }

  private func canBeMadeAnew(_ catalog: Catalog?) -> Bool {
    !StoreSettings.isBucket(house.output) && (try? catalog?.lastRelease()) != nil
  }

  private func compare(
    _ latest: Manifest, _ bytes: [UInt8], with known: ReleaseRecord?
  ) -> [Symptom] {
    let number = latest.release
    guard let known else {
      return [
        .wrong(
          "release", "the tree holds release \(number), and no catalogue knows it",
          mend: house.command("catalog rebuild"))
      ]
    }
    if known.number < number {
      return [
        .wrong(
          "release",
          "the tree holds release \(number), and the catalogue ends with \(known.number): it is "
            + "an old copy",
          mend: house.command("catalog rebuild"))
      ]
    }
    if known.number > number {
      // As the public part says it: what was read may have the private one joined to it.
      if let last = try? Manifest(json: known.manifest),
        (try? Manifest(json: bytes))?.offersTheSame(as: last) == true
      {
        return [
          .well(
            "release",
            "\(number), which holds the same as release \(known.number), the catalogue's last")
        ]
      }
      return [
        .wrong(
          "release",
          "the tree holds release \(number), and release \(known.number) was published: it is lost "
            + "here, or lies in another place (--output)",
          mend: house.command("nightly"))
      ]
    }
    guard known.manifest == bytes else {
      return [
        .wrong(
          "release",
          "the tree holds a release \(number) that this catalogue did not make: it is another's",
          mend: house.command("catalog rebuild"))
      ]
    }
    let age = latest.createdAt.day.distance(to: context.now.day)
    let end = house.command("release publish") + " --resume"
    let held = latest.rollback.map {
      "; packs are as in release \($0), until “\(end)” ends the rollback"
    }
    return [
      .well(
        "release",
        "\(number), made at \(latest.createdAt) (\(Doctor.ago(age)))\(held ?? "")")
    ]
  }

  /// Reads a folder's objects; a bucket's are left to `release verify`, since reading them costs.
  private func inspect(
    _ store: any ObjectStore, _ latest: Manifest, _ published: PublishedState
  ) async throws -> [Symptom] {
    guard !StoreSettings.isBucket(house.output) else {
      let strays = zip(published.strays, published.notes).map { stray, note in
        let place = Shell.path("\(house.output)/\(stray.key)")
        return Symptom.wrong("tree", note, mend: "aws s3 rm \(place)")
      }
      return strays + [
        .well("tree", "\(latest.objects.count, of: "object"), not read (\(house.verifyCommand))")
      ]
    }
    let reading = try await TreeVerifier(
      store: store, expectsPrivate: house.privateTo != nil
    ).read()
    // By its digests alone a reading cannot tell a planted release from an interrupted one.
    let known = Set(reading.findings.filter { $0.kind != .unfinished }.map(\.object))
    let strays = published.strays.filter { !known.contains($0.key.text) }.map { stray in
      Finding(object: stray.key.text, kind: .unnamed, message: stray.reason)
    }
    let symptoms = try await symptoms(of: reading.findings + strays, store)
    if !symptoms.isEmpty { return symptoms }
    return [
      .well(
        "tree",
        "whole: \(latest.objects.count, of: "object"), \(reading.puzzles.count, of: "puzzle")")
    ]
  }

  /// What is wrong with a folder's tree, by what mends it, in the order in which it has to be done.
  private func symptoms(
    of findings: [Finding], _ store: any ObjectStore
  ) async throws -> [Symptom] {
    var symptoms: [Symptom] = []
    func add(_ findings: [Finding], mend: (([Finding]) -> String)) {
      guard let first = findings.first else { return }
      let more = findings.count > 1 ? ", and \(findings.count - 1) more" : ""
      symptoms.append(.wrong("tree", "\(first)\(more)", mend: mend(findings)))
    }
    let faults = findings.filter { $0.kind != .unfinished }
    let current = faults.filter { $0.earlier == nil }
    let obstacles = current.filter { $0.kind == .obstacle }
    add(obstacles) { removal(of: $0, withFolders: true) }
    // What is in a folder that goes, or is itself what goes, needs no command of its own.
    let gone = obstacles.map { path(of: $0) }
    let strays = current.filter { finding in
      let own = path(of: finding)
      return finding.kind == .unnamed && !gone.contains { own == $0 || own.hasPrefix("\($0)/") }
    }
    add(strays) { removal(of: $0, withFolders: false) }
    // What the current release names comes back from the catalogue.
    add(
      current.filter { [.missing, .changed, .unreadable, .older].contains($0.kind) }
    ) { _ in house.command("nightly") }
    // A release that contradicts itself was published so, and stays so for ever.
    add(
      current.filter { [.contradiction, .twin, .puzzle, .app].contains($0.kind) }
    ) { _ in house.verifyCommand }
    add(current.filter { $0.kind == .paid }) { found in
      // What a clean-up does not remove is named or unnamed, and found as such.
      let isKept = found.contains { $0.message.contains("release gc") }
      return isKept ? "\(house.command("release gc")) --keep 2" : house.verifyCommand
    }
    // What only earlier releases name is nowhere else: they can be done without.
    let past = faults.filter { $0.earlier != nil }
    if let last = past.compactMap(\.earlier).max() {
      let history = try await ReleaseHistory(of: store)
      // The release that cleans up is one more, but behind a clean-up none follows for that alone.
      let coming = history.endsWithCleanUp ? 0 : 1
      let keep = max(2, history.releases.count { $0.release > last } + coming)
      add(past) { _ in
        "\(house.command("nightly")) && \(house.command("release gc")) --keep \(keep)"
      }
    }
    let empty = findings.filter { $0.kind == .unfinished && $0.object.hasSuffix("/") }
    if symptoms.isEmpty, let first = empty.first {
      symptoms.append(.care("tree", "\(first)", mend: house.command("nightly")))
    }
    return symptoms
  }

  /// The most names that a command lists; what is left is told the next time.
  private static let mostNames = 20

  private func removal(of findings: [Finding], withFolders: Bool) -> String {
    let paths = Set(findings.map { path(of: $0) }).sorted().prefix(Doctor.mostNames)
    return Shell.removal(of: Array(paths), withFolders: withFolders)
  }

  /// Where an object of the tree is; folders are told by their paths.
  private func path(of finding: Finding) -> String {
    let name = finding.object
    if name.hasPrefix("/") || name.hasPrefix("\(house.output)/") { return name }
    return "\(house.place(of: name))/\(name)"
  }
}
