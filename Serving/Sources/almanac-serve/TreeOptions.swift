import AlmanacTree
import ArgumentParser
import Foundation
import Logging

/// Where the tree lies that is served.
struct TreeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder that holds puzzles/, or a bucket as s3://bucket/prefix with its service in "
        + "AWS_ENDPOINT_URL_S3.", valueName: "place"))
  var output = "output"

  @Option(
    name: .customLong("private"),
    help: ArgumentHelp(
      "The folder or bucket that holds private/; without it, packs that have to be bought are "
        + "served to nobody.", valueName: "place"))
  var privateRoot: String?

  @Option(
    name: .customLong("copy"),
    help: ArgumentHelp(
      "Where the copy of a bucket is kept, from which it is served; needed with s3://.",
      valueName: "dir"))
  var copy: String?

  @Option(
    help: ArgumentHelp("Look into the bucket at this interval.", valueName: "seconds"))
  var lookEvery = 15

  @Option(
    name: .customLong("root-key"),
    help: ArgumentHelp(
      "Serve only releases signed by a key that this root trusts; may be given twice.",
      valueName: "key"))
  var rootKeys: [String] = []

  /// What is served, and what keeps it up to date.
  struct Source {
    let tree: PublishedTree
    var mirror: MirrorKeeper?
  }

  func validate() throws {
    let isBucket = TreeMirror.isBucket(output)
    if !isBucket, output.contains(":"), !output.hasPrefix("/"), !output.hasPrefix(".") {
      throw ValidationError(
        "--output has to be a folder, or a bucket as s3://bucket/prefix; where a folder's name has "
          + "a colon, write ./ before it")
    }
    if isBucket && copy == nil {
      throw ValidationError("--output is a bucket — say where its copy is kept, with --copy")
    }
    if !isBucket && (copy != nil || privateRoot.map(TreeMirror.isBucket) == true) {
      throw ValidationError(
        "--copy, and a bucket in --private, are for a bucket in --output; it is a folder")
    }
    guard (1...3600).contains(lookEvery) else {
      throw ValidationError("--look-every is \(lookEvery) — it can be 1…3600")
    }
    if !rootKeys.isEmpty, TreeTrust(rootKeys: rootKeys, now: { 0 }) == nil {
      throw ValidationError(
        "--root-key is no public key — it has 64 digits, 0…9 and a…f, as “almanac keys status” "
          + "prints it")
    }
  }

  /// The release that is served now; of a bucket, the copy.
  func served() throws -> PublishedRelease {
    let trust = rootKeys.isEmpty ? nil : TreeTrust(rootKeys: rootKeys, now: { 0 })
    let root = copy ?? output
    do {
      let release = try PublishedRelease(
        root: root, privateRoot: servedPrivateRoot, trust: trust)
      guard let release else { throw Stop(code: 66, message: "\(root) holds no release") }
      return release
    } catch let damage as TreeDamage {
      throw Stop(code: 65, message: "\(root)/\(damage)")
    }
  }

  /// Where that lies which has to be bought: of a bucket, in the copy as well.
  private var servedPrivateRoot: String? { privateRoot.map { copy ?? $0 } }

  /// What is wrong with the packs of a release that have to be bought, where they are served.
  func faults(inPrivatePartOf release: PublishedRelease) -> [String] {
    guard let root = servedPrivateRoot else { return [] }
    return release.packIDs.compactMap { id in
      guard let pack = release.pack(id), !pack.isFree else { return nil }
      do throws(TreeDamage) {
        _ = try release.bytes(of: pack.object)
        return nil
      } catch {
        return "pack \(id) has to be bought, and cannot be served: \(root)/\(error)"
      }
    }
  }

  /// Opens it.
  ///
  /// What a bucket has is copied while the service listens already: one that is silent would hold
  /// up all other answers.
  func source(_ logger: Logger) throws -> Source {
    let now: @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
    let trust = rootKeys.isEmpty ? nil : TreeTrust(rootKeys: rootKeys, now: now)
    guard TreeMirror.isBucket(output), let copy else {
      try lookAtFolders(logger)
      return Source(tree: PublishedTree(root: output, privateRoot: privateRoot, trust: trust))
    }
    let environment = ProcessInfo.processInfo.environment
    let mirror: TreeMirror
    do {
      mirror = try TreeMirror(
        of: output, privateAddress: privateRoot, in: copy, trust: trust,
        variable: { name in environment[name].flatMap { $0.isEmpty ? nil : $0 } }, now: now)
    } catch {
      throw ValidationError(error.description)
    }
    let tree = PublishedTree(
      root: copy, privateRoot: servedPrivateRoot, trust: trust, isCopy: true)
    // What is there already is remembered first, so that a bucket cannot go back behind it.
    _ = try? tree.release()
    let keeper = MirrorKeeper(mirror, of: tree, every: .seconds(lookEvery), logger: logger)
    return Source(tree: tree, mirror: keeper)
  }

  /// Refuses a folder that is not there, which is a slip; one that has no release yet may get one.
  private func lookAtFolders(_ logger: Logger) throws {
    for (name, path) in [("--output", output), ("--private", privateRoot ?? output)] {
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      guard isThere, isFolder.boolValue else {
        throw Stop(
          code: 66,
          message: "\(name) is \(path), and there is no such folder — name the one that holds "
            + "puzzles/")
      }
    }
    let manifest = URL(filePath: output).appending(path: "puzzles/manifest.json").path
    if !FileManager.default.fileExists(atPath: manifest) {
      logger.warning("\(output) holds no release yet: nothing is served until it does")
    }
  }
}
