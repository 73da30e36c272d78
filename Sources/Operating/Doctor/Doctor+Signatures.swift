import Catalog
import Dates
import Files
import Foundation
import Identity
import Manifest
import Pipeline
import Printable
import Publishing
import Recipes
import Signing
import Stores
import Wording

extension Doctor {
  /// The age from which on a key should be followed by another.
  private static let oldKey = 365

  /// The keys, and how the current release is signed; nothing where no keys are in use.
  func signatures(_ recipes: RecipeSet) async -> [Symptom] {
    do {
      let store = try context.stores.open(house)
      let standing = try? await self.published()
      let published = standing?.latest
      let treeKeys = try? await store.get(.keys, limit: SignedKeys.largest)
      guard recipes.signing != nil else {
        let keys = HouseKeys(of: house)
        guard try await keys.isSigned(published?.manifest.release, in: store) else { return [] }
        if recipes.leavesSigning {
          return [
            .well(
              "release key",
              "signing: none — releases are not signed any more, and apps that know the tree's "
                + "keys take none of them")
          ]
        }
        return [
          .wrong(
            "release key",
            "the tree is signed, so apps want signatures, and release.yaml names no key to sign "
              + "with: nights refuse to publish",
            mend: "add “signing: { key: … }” to "
              + "\(Shell.path("\(house.recipes)/\(RecipeSet.releaseFile)")), or “signing: none” to "
              + "leave signing for good")
        ]
      }
      let catalog = (try? state.readIfThere()) ?? nil
      let known = (try? catalog?.lastRelease())?.number
      let last = standing?.last(noting: known) ?? known ?? 0
      let own = try? HouseKeys(of: house).list()
      let keys = own?.keys
      // Where no tree tells it, “keys rotate” wants to know.
      let untold = standing.map { $0.latest == nil } ?? false
      let rotation = KeyRotation(
        house: house, release: untold ? max(known ?? 0, keys?.release ?? 0) : nil)
      // By a list that the tree's has followed, no key can be judged.
      if let own, let theirs = treeKeys.flatMap({ try? SignedKeys(reading: $0) }),
        theirs.keys.version > own.keys.version
      {
        return [list(of: treeKeys, beside: own, rotation)]
      }
      let signer: ReleaseSigner?
      do {
        signer = try HouseKeys(of: house).signer(recipes.signing, context, after: last)
      } catch {
        let successor = keys?.entries.last { $0.includes(last + 1) }?.key
        let mend = remedy(for: error, recipes, successor: successor, rotation)
        return [.wrong("release key", "\(error)", mend: mend)]
      }
      guard let signer else { return [] }
      var symptoms = [releaseKey(signer, rotation), roots(signer.keys.keys, rotation)]
      if let published, try await owns(published, in: store) {
        symptoms.append(
          await signature(
            of: published, in: store, by: signer, whereDatesGoOn: !recipes.calendars.isEmpty))
      }
      if let published, let damaged = try await damagedSignature(before: published, in: store) {
        symptoms.append(damaged)
      }
      if published != nil, treeKeys != signer.keys.json {
        symptoms.append(list(of: treeKeys, beside: signer.keys, rotation))
      }
      return symptoms
    } catch {
      let what = StoreSettings.isBucket(house.output) ? "service" : "disk"
      return [
        .wrong(
          "release key", "\(error)", mend: "check the \(what) of \(Shell.path(house.output))")
      ]
    }
  }

  /// A release of the tree that a house which signs cannot have published; `nil` where it can.
  ///
  /// To make the catalogue anew from it would be to sign what somebody else has written.
  func foreignRelease(
    _ release: PublishedState.Release, in store: any ObjectStore, beside catalog: Catalog?
  ) async throws -> Symptom? {
    guard try await !owns(release, in: store) else { return nil }
    let words =
      "no key that is listed has signed release \(release.manifest.release), and no catalogue "
      + "knows it: somebody else may have written it"
    guard let last = try await ruled({ try await $0.lastOwn(in: store) }) else {
      let isLost = catalog == nil || StoreSettings.isBucket(house.output)
      return .wrong(
        "release", words,
        mend: isLost
          ? "bring \(Shell.path(house.output)) back from a backup, or, if all of it is yours, "
            + house.command("catalog rebuild") + " --force" : fromCatalog)
    }
    let copy = StoreSettings.isBucket(house.output) ? "aws s3 cp" : "cp --"
    let paths = [ObjectKey.release(last), .manifest].map { Shell.path("\(house.output)/\($0)") }
    return .wrong("release", words, mend: ([copy] + paths).joined(separator: " "))
  }

  private func owns(
    _ release: PublishedState.Release, in store: any ObjectStore
  ) async throws -> Bool {
    try await ruled { try await $0.owns(release, in: store) }
  }

  /// What to do about a key that cannot sign.
  ///
  /// - Parameters:
  ///   - error: Why it cannot.
  ///   - recipes: What names the key.
  ///   - successor: The key that is listed for the next release, where there is one.
  ///   - rotation: How another key is listed.
  /// - Returns: What to do, a command if there is one.
  private func remedy(
    for error: PipelineError, _ recipes: RecipeSet, successor: PublicKey?, _ rotation: KeyRotation
  ) -> String {
    let own = HouseKeys(of: house).path
    let named = Shell.path("\(house.recipes)/\(RecipeSet.releaseFile)")
    let back =
      "bring \(Shell.path(own)) back: a backup of the recipes has it, or the tree's keys.json, "
      + "if its roots are those that apps know"
    guard case .signing(let reason, _) = error else { return house.command("keys status") }
    let key = recipes.signing.map { KeyPlace($0.key, in: house.recipes) }
    switch reason {
    case .noKey(own, _): return "\(back); where there never was one, \(newKeys("NEW-FILE"))"
    case .unreadable, .noRootSignature: return back
    case .noKey, .unusableKey, .notASecretKey:
      let lost =
        successor.map {
          ", or name the file in \(named) that has \($0.short); where that is lost, "
        } ?? ", or "
      guard case .file(let path)? = key else {
        return "set the variable that release.yaml names to the release key"
          + (successor.map { " \($0.short)" } ?? "")
      }
      switch Doctor.kind(of: path) {
      case nil where !Folders.exists(own):
        // Most likely neither was ever made, and a key can be listed only where there is a list.
        return "\(back), and the release key to \(Shell.path(path)); where there never were any, "
          + newKeys(Shell.path(path))
      case nil:
        return "bring the release key back to \(Shell.path(path))\(lost)\(rotation.newKey)"
      case S_IFREG?: break
      default: return "bring the release key itself to \(Shell.path(path)), a plain file"
      }
      var status = stat()
      guard lstat(path, &status) == 0, status.st_uid == geteuid() || geteuid() == 0 else {
        return "let whoever runs the press own \(Shell.path(path)) (chown)"
      }
      guard status.st_mode & 0o777 == 0o600 || status.st_mode & 0o777 == 0o400 else {
        return "chmod 600 \(Shell.path(path))"
      }
      return "bring the release key back to \(Shell.path(path))\(lost)\(rotation.newKey)"
    case .rootInstead:
      return "take the root away from this machine, and "
        + (successor.map(naming) ?? rotation.newKey)
    case .notListed(let key):
      // A key that was struck out is not to be listed again: somebody else may have it.
      return successor.map(naming) ?? rotation.command("--key \(key.text)")
    case .notEntitled: return successor.map(naming) ?? rotation.newKey
    case .keysAhead:
      return "bring \(Shell.path(own)) back as it was before: a backup of the recipes has it"
    default: return rotation.newKey
    }
    func naming(_ key: PublicKey) -> String {
      "name \(key.short) in \(named) (signing), the key that is listed for the next release; where "
        + "that is lost, \(rotation.newKey)"
    }
  }

  /// Makes the first keys of a house.
  private func newKeys(_ key: String) -> String {
    house.command("keys new") + " FOLDER COPY-FOLDER --key \(key)"
  }

  /// What to do about a list of keys in the tree that is not the one of the recipes.
  private func list(
    of bytes: [UInt8]?, beside own: SignedKeys, _ rotation: KeyRotation
  ) -> Symptom {
    let file = Shell.path(HouseKeys(of: house).path)
    guard let bytes else {
      return .care("keys.json", "the tree has none", mend: house.command("nightly"))
    }
    guard let other = try? SignedKeys(reading: bytes) else {
      return .care("keys.json", "the tree's cannot be read", mend: house.command("nightly"))
    }
    let (theirs, ours) = (other.keys, own.keys)
    guard theirs.roots.contains(where: ours.roots.contains) else {
      return .wrong(
        "keys.json", "the tree's is of other roots than the one of the recipes",
        mend: "find out which of them apps know, put that one into \(file), and remove the other")
    }
    if theirs.version > ours.version {
      return .wrong(
        "keys.json",
        "the tree's is number \(theirs.version), that of the recipes number \(ours.version)",
        mend: "bring the tree's keys.json back into \(file)")
    }
    if theirs.version == ours.version {
      return .wrong(
        "keys.json", "the tree's is another one of the same number \(ours.version)",
        mend: rotation.command("--root COPY"))
    }
    return .care(
      "keys.json", "the tree's is number \(theirs.version), older than the one of the recipes",
      mend: house.command("nightly"))
  }

  private func releaseKey(_ signer: ReleaseSigner, _ rotation: KeyRotation) -> Symptom {
    let entries = signer.keys.keys.entries(of: signer.publicKey)
    let ranges = entries.map(\.range).joined(separator: ", ")
    let age = entries.map { $0.createdAt.day.distance(to: context.now.day) }.max() ?? 0
    let words = "\(signer.publicKey.short) for releases \(ranges), listed \(Doctor.ago(age))"
    guard age > Doctor.oldKey else { return .well("release key", words) }
    return .care("release key", "\(words): older than a year", mend: rotation.newKey)
  }

  private func roots(_ keys: ReleaseKeys, _ rotation: KeyRotation) -> Symptom {
    let copies = "\(keys.copies, of: "copy", "copies")"
    if keys.copies < 2 {
      return .care(
        "root", "there was \(copies) of it when it signed last",
        mend: "copy its file to another place, and " + rotation.command("--root COPY"))
    }
    if keys.roots.count < 2 {
      return .care("root", "there is no next root", mend: rotation.command("--next NEW-FILE"))
    }
    return .well("root", "\(copies), and a next one")
  }

  /// How the current release is signed, for whoever believes the house's own list of keys.
  private func signature(
    of release: PublishedState.Release, in store: any ObjectStore, by signer: ReleaseSigner,
    whereDatesGoOn hasDates: Bool
  ) async -> Symptom {
    let number = release.manifest.release
    let bytes = try? await store.get(.signature(number), limit: ReleaseSignatures.most.bytes)
    let subject = "signature"
    guard let bytes else {
      return .care(subject, "release \(number) has none", mend: house.command("nightly"))
    }
    guard let found = try? ReleaseSignatures(reading: bytes),
      found.statement.manifest == Digest.sha256(of: release.bytes),
      let key = found.trusted(by: signer.keys.keys).first
    else {
      return .care(
        subject, "that of release \(number) is by no key that is listed for it",
        mend: house.command("nightly"))
    }
    let seen = signer.keys.keys.release
    if seen > number {
      return .wrong(
        subject, "keys.json is of release \(seen), and readers take none before that",
        mend: house.command("nightly"))
    }
    // Where packs alone are published, nothing may be new for long.
    for case .late(let days) in TrustedReader.notices(
      for: release.manifest.createdAt, at: context.now) where hasDates
    {
      return .care(
        subject, "that of release \(number) is \(Doctor.days(days)) old",
        mend: house.command("nightly"))
    }
    return .well(subject, "release \(number) by \(key.short)")
  }

  /// What is wrong with the signatures of kept releases before the current one.
  private func damagedSignature(
    before release: PublishedState.Release, in store: any ObjectStore
  ) async throws -> Symptom? {
    let objects = try await store.list(ObjectKey.tree).objects
    let damaged = try await store.damagedSignatures(
      before: release.manifest, among: Set(objects.map(\.key)))
    guard let last = damaged.last else { return nil }
    let more = damaged.count > 1 ? ", and \(damaged.count - 1) more" : ""
    return .wrong(
      "signature", "that of release \(last) is damaged\(more)", mend: house.command("nightly"))
  }
}

/// How keys of a house are listed anew; the root's file is wherever its owner keeps it.
private struct KeyRotation {
  let house: House
  /// The release that is current, where it has to be told.
  let release: Int?

  func command(_ words: String) -> String {
    house.command("keys rotate") + " --root FILE " + words
      + (release.map { " --release \($0)" } ?? "")
  }

  /// Lists a new release key.
  var newKey: String { command("--key NEW-FILE") }
}
