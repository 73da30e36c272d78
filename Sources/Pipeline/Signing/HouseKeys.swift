import Files
import Manifest
import Publishing
package import Recipes
package import Signing
package import Stores

/// The keys of a house: `keys.json` beside its recipes, and the release key that they name.
package struct HouseKeys: Sendable {
  package let house: House

  package init(of house: House) { self.house = house }

  /// The list of release keys, which a root has signed; publishing copies it into the tree.
  package var path: String { "\(house.recipes)/keys.json" }

  /// The list of release keys.
  ///
  /// - Throws: `PipelineError.signing`.
  package func list() throws(PipelineError) -> SignedKeys {
    let bytes: [UInt8]
    do throws(SmallFile.Failure) {
      bytes = try SmallFile.bytes(of: path, atMost: SignedKeys.largest)
    } catch {
      if case .huge = error {
        throw .signing(.unreadable(what: path, fault: "\(error)"), place: nil)
      }
      let reason =
        error == .missing
        ? "there is no list of release keys — where releases were signed before, bring it back "
          + "from a backup, or copy the tree's; else “almanac keys new FOLDER "
          + "COPY-FOLDER --key NEW-FILE” makes one"
        : "\(error)"
      throw .signing(.noKey(place: path, reason: reason), place: nil)
    }
    do throws(SigningError) {
      let keys = try SignedKeys(reading: bytes)
      _ = try keys.checked()
      return keys
    } catch {
      throw .signing(error, place: path)
    }
  }

  /// Who signs the house's releases; nobody where the recipes do not ask for it.
  ///
  /// Asked before anything is made, so that a night that could not publish does not begin.
  ///
  /// - Parameters:
  ///   - recipe: What the recipes say.
  ///   - context: What holds the environment.
  ///   - latest: The last number that is taken: the release to be signed has the next.
  /// - Returns: The signer, whose key may sign the next release.
  /// - Throws: `PipelineError.signing` when the key cannot be used, or not for the next release.
  package func signer(
    _ recipe: ReleaseRecipe.Signing?, _ context: RunContext, after latest: Int
  ) throws(PipelineError) -> ReleaseSigner? {
    guard let recipe else { return nil }
    let key: SecretKey
    do throws(SigningError) {
      key = try KeyPlace(recipe.key, in: house.recipes).key(variable: context.stores.variable)
    } catch {
      throw .signing(error, place: nil)
    }
    let list = try list()
    do throws(SigningError) {
      let signer = try ReleaseSigner(key: key, keys: list)
      try signer.checkEntitled(to: latest + 1)
      return signer
    } catch {
      throw .signing(error, place: path)
    }
  }

  /// Refuses to go on without signatures in a tree that has had them, unless the recipes say so.
  ///
  /// A line of the recipes is lost easily. Apps that know the keys would refuse what is published
  /// then, and players would get nothing new without anybody hearing of it.
  ///
  /// - Parameters:
  ///   - recipes: What says how releases are signed.
  ///   - release: The tree's release; `nil` without one.
  ///   - store: What the tree is in.
  /// - Throws: `PipelineError.signingVanished`, `StoreError`.
  package func requireSigning(
    _ recipes: RecipeSet, over release: Int?, in store: any ObjectStore
  ) async throws {
    guard recipes.signing == nil, !recipes.leavesSigning else { return }
    if try await isSigned(release, in: store) {
      throw PipelineError.signingVanished(output: house.output)
    }
  }

  /// Whether a tree has a list of release keys, or its release a signature: one of them may be
  /// lost.
  package func isSigned(_ release: Int?, in store: any ObjectStore) async throws -> Bool {
    if try await store.head(.keys) != nil { return true }
    guard let release else { return false }
    return try await store.head(.signature(release)) != nil
  }

  /// The release that a list of keys is signed for: the one that somebody names, else the tree's.
  ///
  /// Roots are kept off the press, so what is named is believed where there is no tree, none that
  /// can be read, or one in a bucket, which is not waited for.
  ///
  /// - Parameters:
  ///   - named: The release that is current, as somebody says.
  ///   - context: Opens the tree.
  /// - Returns: That release; 0 where none is named and there is no tree.
  /// - Throws: `PipelineError.refused` where a tree in a folder has not come so far,
  ///   `.interrupted`; store errors where none is named.
  package func currentRelease(named: Int?, _ context: RunContext) async throws -> Int {
    guard let named else { return try await currentRelease(context) }
    if StoreSettings.isBucket(house.output) { return named }
    let found: Int
    do {
      found = try await currentRelease(context)
    } catch PipelineError.interrupted(let signal) {
      throw PipelineError.interrupted(signal: signal)
    } catch {
      return named
    }
    // Some take “current” for the first that the new key signs; the next night is that release.
    guard found == 0 || named <= found + 1 else {
      throw PipelineError.refused(
        what: "--release \(named)",
        reason: "the tree in \(house.output) is at release \(found), and readers of the list would "
          + "take none before \(named) — leave --release out, or name the right tree with --output")
    }
    return named
  }

  /// The release that the tree is at, 0 without a tree.
  private func currentRelease(_ context: RunContext) async throws -> Int {
    let store = try context.stores.open(house)
    // Whether what lies above the pointer is a release is for a publisher to say.
    let published = try await Publisher(store: store).current()
    return (published.committed ?? published.latest)?.manifest.release ?? 0
  }
}
