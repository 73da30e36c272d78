import Dates
import Identity
import Manifest
import Pipeline
import Publishing
import Recipes
import Signing
import Stores

extension Doctor {
  /// The age from which on a key should be followed by another.
  private static let oldKey = 365

  /// The keys, and how the current release is signed; nothing where no keys are in use.
  func signatures(_ recipes: RecipeSet) async -> [Symptom] {
    do {
      let store = try context.stores.open(house)
      let published = try? await published().latest
      let treeKeys = try? await store.get(.keys, limit: SignedKeys.largest)
      guard recipes.signing != nil else {
        guard treeKeys != nil else { return [] }
        return [
          .care(
            "release key", "the tree has keys.json, and release.yaml names no key to sign with",
            mend: "almanac recipes check \(Shell.quoted(house.recipes))")
        ]
      }
      let signer: ReleaseSigner?
      do {
        signer = try HouseKeys(of: house).signer(
          recipes.signing, context, after: published?.manifest.release)
      } catch {
        return [.wrong("release key", "\(error)", mend: command("keys status"))]
      }
      guard let signer else { return [] }
      var symptoms = [releaseKey(signer), roots(signer.keys.keys)]
      if let published { symptoms.append(await signature(of: published, in: store, by: signer)) }
      if published != nil, treeKeys != signer.keys.json {
        symptoms.append(
          .care(
            "keys.json", "the tree's is not the one of the recipes", mend: command("nightly")))
      }
      return symptoms
    } catch {
      return [.wrong("release key", "\(error)", mend: command("keys status"))]
    }
  }

  private func releaseKey(_ signer: ReleaseSigner) -> Symptom {
    let entries = signer.keys.keys.entries(of: signer.publicKey)
    let ranges = entries.map(\.range).joined(separator: ", ")
    let age = entries.map { $0.createdAt.day.distance(to: context.now.day) }.max() ?? 0
    let words = "\(signer.publicKey.short) for releases \(ranges), listed \(Doctor.days(age)) ago"
    guard age > Doctor.oldKey else { return .well("release key", words) }
    return .care(
      "release key", "\(words): older than a year", mend: rotate("--key NEW-FILE"))
  }

  private func roots(_ keys: ReleaseKeys) -> Symptom {
    let copies = keys.copies == 1 ? "1 copy" : "\(keys.copies) copies"
    if keys.copies < 2 {
      return .care(
        "root", "there was \(copies) of it when it signed last", mend: rotate("--root COPY"))
    }
    if keys.roots.count < 2 {
      return .care("root", "there is no next root", mend: rotate("--next NEW-FILE"))
    }
    return .well("root", "\(copies), and a next one")
  }

  private func rotate(_ words: String) -> String {
    command("keys rotate") + " --root FILE " + words
  }

  /// How the current release is signed, for whoever believes the house's own list of keys.
  private func signature(
    of release: PublishedState.Release, in store: any ObjectStore, by signer: ReleaseSigner
  ) async -> Symptom {
    let number = release.manifest.release
    let bytes = try? await store.get(.signature(number), limit: ReleaseSignatures.most.bytes)
    let subject = "signature"
    guard let bytes else {
      return .care(subject, "release \(number) has none", mend: command("nightly"))
    }
    guard let found = try? ReleaseSignatures(reading: bytes),
      found.statement.manifest == Digest.sha256(of: release.bytes),
      let key = found.trusted(by: signer.keys.keys).first
    else {
      return .care(
        subject, "that of release \(number) is by no key that is listed for it",
        mend: command("nightly"))
    }
    for case .late(let days) in TrustedReader.notices(
      for: release.manifest.createdAt, at: context.now)
    {
      return .care(
        subject, "that of release \(number) is \(days) days old", mend: command("nightly"))
    }
    return .well(subject, "release \(number) by \(key.short)")
  }
}
