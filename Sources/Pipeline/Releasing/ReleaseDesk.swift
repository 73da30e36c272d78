package import Catalog
package import Dates
import Identity
import Manifest
import Notation
package import Publishing
package import Recipes
import Signing
import StarBattle
package import Stores

/// Makes releases of what the catalogue holds: the one way from it into a tree.
package struct ReleaseDesk {
  package let house: House
  package let store: any ObjectStore
  package let catalog: Catalog
  package let recipes: RecipeSet
  package var context: RunContext
  /// Who signs releases; nobody where they are not signed.
  var signer: ReleaseSigner?

  /// A release in the making.
  package struct Draft {
    package var plan: ReleasePlan
    /// The dates for which the mobile app's lists have a puzzle that is on no date.
    package var fillers: [Period]
    /// Packs that are not as the catalogue has them now.
    package var held: [HeldPack]
    /// What a player notices, packs slot by slot.
    package var changes: [String]
    /// What somebody should look after although nothing failed: it is told also where only what is
    /// wrong is wanted.
    package var warnings: [String]
    /// What somebody should know.
    package var notes: [String]
    /// Whether dates are left out whose puzzles are taken back in this release, so that another
    /// release has to follow.
    package var isFirstOfTwo: Bool
  }

  /// What follows a rollback.
  package enum Hold: Hashable {
    /// As the latest release has it.
    case asPublished
    /// The packs of a release, from now on.
    case release(Int)
    /// The catalogue's packs again.
    case none
  }

  /// A publisher that finishes what the catalogue vouches for.
  package var publisher: Publisher {
    get throws {
      Publisher(
        store: store, finishing: try .of(catalog, in: house, recipes.signing, context))
    }
  }

  /// Brings the catalogue in step with a tree, before anything is made of it.
  ///
  /// What an interrupted run has left behind is resolved: its release is published, or it never
  /// was. Then the catalogue has to have made the tree's latest release. One that is empty, older
  /// or another's would give out release numbers, versions and puzzles a second time.
  ///
  /// Then the release key has to be good for the next release.
  ///
  /// - Returns: What the tree holds.
  /// - Throws: `PipelineError.stateLost`, `.stateBehind`, `.stateApart`, `.signing`,
  ///   `.signingVanished`; catalogue and publishing errors.
  mutating func resolvePending() async throws -> PublishedState {
    let (output, state) = (house.output, house.stateFolder)
    let published = try await publisher.current()
    if let pending = try catalog.pendingRelease() {
      if published.holds(manifest: pending.manifest) {
        try catalog.markPublished(pending.number)
      } else {
        try catalog.abandonPending()
      }
    }
    let keys = HouseKeys(of: house)
    try await keys.requireSigning(
      recipes, over: published.latest?.manifest.release, in: store)
    signer = try keys.signer(
      recipes.signing, context, after: published.last(noting: try catalog.lastRelease()?.number))
    guard let latest = published.latest else { return published }
    let release = latest.manifest.release
    guard let known = try catalog.lastRelease() else {
      throw PipelineError.stateLost(output: output, state: state.path, release: release)
    }
    guard release <= known.number else {
      throw PipelineError.stateBehind(
        output: output, state: state.path, release: release, known: known.number)
    }
    guard try catalog.publishedRelease(release)?.manifest == latest.bytes else {
      throw PipelineError.stateApart(output: output, state: state.path, release: release)
    }
    return published
  }

  /// Works out the next release, and does nothing.
  ///
  /// - Parameters:
  ///   - hold: What becomes of a rollback.
  ///   - keep: The number of releases to keep; `nil`: those that were kept.
  /// - Returns: The draft, to look at or to publish.
  /// - Throws: Catalogue, publishing and store errors; `PipelineError.refused` where the catalogue
  ///   would give out a puzzle that is not as it was made.
  package func draft(hold: Hold = .asPublished, keep: Int? = nil) async throws -> Draft {
    let published = try await publisher.current()
    let latest = published.latest?.manifest
    try await latest?.checkPrivatePlace(in: store)
    for pack in recipes.packs {
      try catalog.definePack(pack.id, name: pack.name, free: pack.isFree)
    }
    var notes = try published.notes + settleDates()
    let oldest = try await oldest(keep)
    let number: Int? =
      switch hold {
      case .asPublished:
        // The latest release holds the same as the one that it goes back to, which may go.
        latest.flatMap { latest in
          latest.rollback.map { $0 < oldest ?? 0 ? latest.release : $0 }
        }
      case .release(let number): number
      case .none: nil
      }
    if number == nil, latest?.rollback != nil {
      // What the rollback has put away comes back now, or would never.
      let published = try catalog.packs().map(\.id).filter { pack in
        try catalog.publishedVersion(pack) != nil
      }
      let vanished = recipes.vanishedPacks(of: published, try catalog.withdrawals())
      if let pack = vanished.first { throw PipelineError.packVanished(pack) }
    }
    let returning = try number == nil ? catalog.standingRollback().map { "the \($0) is over" } : nil
    var content = try CatalogShelf(catalog: catalog).content(of: recipes, returning: returning)
    content.withdrawals = try catalog.withdrawals()
    content.replacements = try catalog.openReplacements().map {
      ReleaseContent.Replacement($0.period, reason: $0.reason, by: $0.after)
    }
    let gone = Set(content.withdrawals.map(\.id)).union(latest?.withdrawals.map(\.id) ?? [])
    for pack in content.packs where pack.puzzles.isEmpty && !gone.contains(pack.id.text) {
      notes.append("pack \(pack.id) has no puzzles yet — “\(house.command("nightly"))” makes them")
    }
    content.packs.removeAll { $0.puzzles.isEmpty || gone.contains($0.id.text) }
    content.withdrawnPacks.formUnion(gone.compactMap { PackID($0) })
    let open = Set(content.newWithdrawals(after: latest).map(\.id))
      .union(content.replacements.map(\.period.id))
    let dates = content.calendar.count
    content.calendar.removeAll { open.contains($0.period.id) }
    let isFirstOfTwo = content.calendar.count < dates
    var held: [HeldPack] = []
    if let number {
      do {
        held = try await bring(back: number, into: &content, latest, gone, &notes)
      } catch PublishError.damagedRelease(_, let key) where hold == .asPublished {
        throw PublishError.rollbackDamaged(to: number, key)
      }
    }
    // What is withdrawn for ever needs no maps; and who rebuilds the catalogue cannot know its
    // pack.
    content.migrations.removeAll { gone.contains($0.pack.text) }
    content.streaks = try await streaks(content, after: latest)
    try await prove(newIn: content)
    // What a clock that was ahead has published says things of days to come that are not so.
    // Without somebody's word that it was wrong, no clock is before it.
    content.isRenewed = latest.map { $0.createdAt.day > context.now.day } ?? false
    notes += remarks(onPricesOf: content, after: latest)
    let last = try catalog.lastRelease()?.number ?? 0
    // What the tree has tells it as well, and has been read.
    let known =
      latest?.release == last
      ? latest : try catalog.publishedRelease(last).map { try Manifest(json: $0.manifest) }
    let plan = try await publisher.plan(
      content, at: context.now, after: last,
      profiles: ProfileWriter.profiles(recipes.profiles, of: catalog),
      keepingFrom: oldest, signer: signer, over: published, knowing: known?.privatePart)
    let changes = plan.isNew ? try await describe(plan, content, latest) : []
    notes += ReleaseDesk.remarks(onWhatIsLost: plan, after: latest)
    let warnings = try remarksOnGaps() + remarksOnOtherTrees(plan, after: published)
    return Draft(
      plan: plan, fillers: content.fillers, held: held, changes: changes, warnings: warnings,
      notes: notes, isFirstOfTwo: isFirstOfTwo)
  }

  /// What became of objects of the latest release that were lost.
  private static func remarks(
    onWhatIsLost plan: ReleasePlan, after latest: Manifest?
  ) -> [String] {
    func digests(_ manifest: Manifest?) -> [ObjectKey: String] {
      let lines = (manifest?.objects ?? []).map { ($0.key, $0.sha256) }
      return Dictionary(lines, uniquingKeysWith: { first, _ in first })
    }
    let (old, new) = (digests(latest), digests(plan.manifest))
    let fates = Dictionary(grouping: plan.lost) { key -> String in
      guard let sha256 = new[key] else { return "not brought back" }
      return sha256 == old[key]
        ? "brought back" : "made anew, with other bytes than caches may have"
    }
    return fates.sorted { $0.key < $1.key }.map { words, keys in
      "lost from the tree and \(words): \(keys.map(\.description).joined(separator: ", "))"
    }
  }

  /// Takes back what editors and nights have decided for dates that have begun since.
  ///
  /// - Returns: What somebody should know.
  private func settleDates() throws -> [String] {
    let late = try catalog.settle(at: context.now)
    return late.replaced.map {
      "\($0) keeps its puzzle: it has begun at \($0.beginning), before another was published"
    }
      + late.withdrawn.map {
        "\($0) stays empty: it has begun at \($0.beginning), before it had another puzzle"
      }
  }

  /// Notes a release in the catalogue, publishes it and notes that it is.
  ///
  /// - Returns: What was done.
  func publish(_ draft: Draft) async throws -> PublishOutcome {
    let plan = draft.plan
    if plan.isNew {
      var record = try CatalogShelf(catalog: catalog).record(of: plan, at: context.now)
      record.held = draft.held
      record.fillers = draft.fillers
      let named = Set(plan.manifest.calendar.values.flatMap { $0.entries.map(\.period) })
      record.dates.removeAll { !named.contains($0) }
      try catalog.recordRelease(record)
    }
    let total = plan.actions.count
    var done = 0
    let outcome = try await publisher.publish(plan) { _ in
      context.progress(RunProgress(stage: "publishing", done: done, total: total))
      done += 1
    }
    if total > 0 {
      context.progress(RunProgress(stage: "publishing", done: total, total: total))
    }
    if plan.isNew { try catalog.markPublished(plan.release) }
    return outcome
  }

  /// Puts the packs of an earlier release into a content.
  ///
  /// What was taken back since stays taken back: such a pack is left out, and such a slot keeps the
  /// puzzle that it has now. The calendar is not touched, since a published date never changes.
  private func bring(
    back number: Int, into content: inout ReleaseContent, _ latest: Manifest?,
    _ gone: Set<String>, _ notes: inout [String]
  ) async throws -> [HeldPack] {
    // One that there is not is told with all that there are.
    let first = number <= latest?.release ?? 0 ? number : 1
    let manifest = try await ReleaseHistory(of: store, upTo: latest, downTo: first).release(number)
    let reader = ReleaseReader(of: store)
    let now = Dictionary(content.packs.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let returning = "back to release \(number)"
    var packs: [ReleaseContent.Pack] = []
    var held: [HeldPack] = []
    // Moves that wait in the catalogue are not of these packs; those that players were told of
    // stay, also of packs that no recipe lists any more.
    content.migrations = try catalog.migrations().filter { $0.release != nil }.map(\.migration)
    for line in manifest.packs {
      if gone.contains(line.id.text) {
        notes.append("pack \(line.id) stays withdrawn")
        continue
      }
      var pack = try await reader.pack(line, of: manifest)
      let current = latest?.packs.first { $0.id == pack.id }
      var known = [now[pack.id]].compactMap(\.self)
      if let latest, let current {
        known.insert(try await reader.pack(current, of: latest), at: 0)
      }
      notes += try replaceWithdrawn(in: &pack, fromOneOf: known)
      if pack.free, let current, !current.free {
        // Nobody gets by a rollback what others have paid for.
        pack.free = false
        pack.entitlements = current.entitlements
        notes.append("pack \(pack.id) still has to be bought, as before the rollback")
      } else if pack.free, let priced = now[pack.id], !priced.free {
        pack.free = false
        // Nor does a rollback keep open what its recipe sells now.
        pack.entitlements = priced.entitlements
      } else if pack.free, current == nil, let sold = try lastOffer(of: pack.id), !sold.free {
        // Nor what was sold last, before another rollback has put it away.
        pack.free = false
        pack.entitlements = sold.entitlements
        notes.append("pack \(pack.id) still has to be bought, as before the rollback")
      }
      let offer = HeldPack(
        id: pack.id, name: pack.name, free: pack.free, puzzles: try pack.puzzles.map { try SBN($0) }
      )
      pack.version = try catalog.packVersion(of: offer)
      pack.changes = try catalog.changes(of: offer, returning: returning)
      if let move = try catalog.migration(to: offer, returning: returning) {
        content.migrations.append(move)
      }
      packs.append(pack)
      held.append(offer)
    }
    notes += remarks(on: content.packs, waitingBehind: packs, of: number)
    let kept = Set(packs.map(\.id))
    content.withdrawnPacks.formUnion((latest?.packs ?? []).map(\.id).filter { !kept.contains($0) })
    content.packs = packs
    content.rollback = number
    return held
  }

  /// A pack as the last release that had it offers it; `nil` where none has.
  private func lastOffer(of pack: PackID) throws -> Manifest.Pack? {
    guard let last = try catalog.publishedVersion(pack),
      let release = try catalog.publishedRelease(last.release)
    else { return nil }
    return try Manifest(json: release.manifest).packs.first { $0.id == pack }
  }

  /// Gives places whose puzzles were taken back others that the pack has, or had, there.
  ///
  /// It goes by puzzles, not by slots: these may have moved before and after.
  ///
  /// - Parameters:
  ///   - pack: The pack as it was.
  ///   - known: The same as players have it, and as the catalogue does.
  /// - Returns: What somebody should know.
  /// - Throws: `PipelineError.refused` where there are not enough others.
  private func replaceWithdrawn(
    in pack: inout ReleaseContent.Pack, fromOneOf known: [ReleaseContent.Pack]
  ) throws -> [String] {
    func form(_ text: String) throws -> CanonicalForm { try SBN(text).puzzle.canonicalForm }
    let withdrawn = Set(try catalog.withdrawnPuzzles(of: pack.id).map(\.puzzle.canonicalForm))
    guard !withdrawn.isEmpty else { return [] }
    var taken = Set(try pack.puzzles.map(form))
    var notes: [String] = []
    for slot in pack.puzzles.indices where withdrawn.contains(try form(pack.puzzles[slot])) {
      let id = SlotID(pack: pack.id, index: slot)
      let here = known.filter { $0.puzzles.indices.contains(slot) }.map { ($0, slot) }
      let elsewhere = known.flatMap { pack in pack.puzzles.indices.map { (pack, $0) } }
      let grid = try SBN(pack.puzzles[slot]).puzzle.grid
      let other = try (here + elsewhere).first { pack, slot in
        let puzzle = try SBN(pack.puzzles[slot]).puzzle
        let form = puzzle.canonicalForm
        return puzzle.grid == grid && !taken.contains(form) && !withdrawn.contains(form)
      }
      guard let (source, place) = other else {
        throw PipelineError.refused(
          what: "slot \(id)",
          reason: "its puzzle was withdrawn, and there is no other for it — give the pack more "
            + "slots, or name another release")
      }
      notes.append(
        place == slot
          ? "slot \(id) keeps the puzzle that it got when it was withdrawn"
          : "the puzzle of slot \(id) was withdrawn: it gets that of slot \(place)")
      taken.insert(try form(source.puzzles[place]))
      pack.puzzles[slot] = source.puzzles[place]
      if let grader = source.graders?[place] { pack.graders?[slot] = grader }
    }
    return notes
  }

  /// The oldest release to keep when so many are kept; `nil` where all are kept that there are.
  private func oldest(_ keep: Int?) async throws -> Int? {
    guard let keep else { return nil }
    let history = try await ReleaseHistory(of: store)
    let releases = history.releases
    // After a clean-up that nothing has followed there is nothing to clean up: otherwise each would
    // make way for its own release, until no other is kept.
    if history.endsWithCleanUp, releases.count <= keep, history.gap == nil { return nil }
    // The release that is about to be made is one of those that are kept.
    guard let first = releases.suffix(max(keep - 1, 1)).first?.release else { return nil }
    // Where a manifest is lost, the history begins behind it, and what is before goes too.
    guard first != releases.first?.release || history.gap != nil else { return nil }
    return min(first, oldestNeeded(forPacksAwayIn: releases) ?? first)
  }

  /// The oldest of the releases that have to be kept for the versions of packs that a rollback has
  /// put away, and that come back with its end; `nil` where there are none.
  private func oldestNeeded(forPacksAwayIn releases: [Manifest]) -> Int? {
    guard let latest = releases.last, latest.rollback != nil else { return nil }
    let here = Set(latest.packs.map(\.id.text) + latest.withdrawals.map(\.id))
    let away = Set(releases.flatMap { $0.packs.map(\.id) }).filter { !here.contains($0.text) }
    return away.compactMap { id in
      releases.last { $0.packs.contains { $0.id == id } }?.release
    }.min()
  }

  private func describe(
    _ plan: ReleasePlan, _ content: ReleaseContent, _ latest: Manifest?
  ) async throws -> [String] {
    let reader = ReleaseReader(of: store)
    var lines: [String] = []
    for change in plan.changes {
      guard case .packChanged(let id, _, _) = change, let latest,
        let line = latest.packs.first(where: { $0.id == id }),
        let old = try? await reader.pack(line, of: latest),
        let new = content.packs.first(where: { $0.id == id })
      else {
        lines.append(change.description)
        continue
      }
      let told = plan.manifest.packs.first { $0.id == id }?.changes(after: line.version) ?? []
      let words = PackDifference.between(old, new, telling: told)
      lines.append(
        change.description + (words.isEmpty ? "" : " (\(words.joined(separator: "; ")))"))
    }
    return lines
  }
}
