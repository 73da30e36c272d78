import Files
import Foundation
import Identity
package import Pipeline
package import Stores
import Zstandard

/// The place through which a fleet exchanges its plan and its results: a shared folder or a bucket.
///
///     plan.json
///     results/00003-{sha256}.jsonl.zst
package struct WorkFolder: Sendable {
  package let store: any ObjectStore

  /// The place, for messages.
  var name: String { store.name }

  private static let results = "results/"

  /// A place by its address.
  ///
  /// - Throws: `StoreError` when the address is none, or the settings of a bucket are missing.
  package init(_ address: String, settings: StoreSettings) throws(StoreError) {
    store = try settings.open(address)
  }

  // MARK: - Plan

  /// The plan.
  ///
  /// - Throws: `WorkError.noPlan`, `.badPlan`, `.passing`; `StoreError`.
  func plan() async throws -> WorkPlan {
    let bytes = try await WorkFolder.patiently { try await store.get(try ObjectKey("plan.json")) }
    guard let bytes else { throw WorkError.noPlan(place: name) }
    return try WorkPlan(reading: bytes, in: name)
  }

  /// Writes a plan; the same plan may be there already, or come from somebody else meanwhile.
  ///
  /// - Returns: Whether it is new.
  /// - Throws: `WorkError.planExists`, `.passing`; `StoreError`.
  func write(_ plan: WorkPlan) async throws -> Bool {
    let key = try ObjectKey("plan.json")
    await sweepPlans()
    func isThere() async throws -> Bool {
      let bytes = try await WorkFolder.patiently { try await store.get(key) }
      guard bytes == nil || bytes == plan.bytes else { throw WorkError.planExists(place: name) }
      return bytes != nil
    }
    if try await isThere() { return false }
    let object = StoredObject(
      key: key, bytes: plan.bytes, mediaType: "application/json", cacheControl: "no-store")
    return try await WorkFolder.patiently {
      do {
        _ = try await store.put(object, .ifAbsent)
        return true
      } catch let error as StoreError {
        // Somebody else may have planned the same meanwhile.
        guard case .preconditionFailed = error, try await isThere() else { throw error }
        return false
      }
    }
  }

  // MARK: - Results

  /// A result file by its name.
  package struct File: Hashable {
    package let key: ObjectKey
    let unit: Int
    let sha256: String
  }

  /// All result files, by unit and then by name.
  ///
  /// - Returns: The files, and the names of others that are in their place.
  /// - Throws: `WorkError.passing`, `StoreError`.
  package func files() async throws -> (results: [File], others: [String]) {
    let listing = try await WorkFolder.patiently { try await store.list(WorkFolder.results) }
    var files: [File] = []
    var others = listing.strays
    for object in listing.objects {
      let name = object.key.text.dropFirst(WorkFolder.results.count)
      if let match = name.wholeMatch(of: /([0-9]{5,})-([0-9a-f]{64})\.jsonl\.zst/),
        let unit = Int(match.1)
      {
        files.append(File(key: object.key, unit: unit, sha256: String(match.2)))
      } else {
        others.append(object.key.text)
      }
    }
    return (files.sorted { ($0.unit, $0.key) < ($1.unit, $1.key) }, others.sorted())
  }

  /// Removes what workers that are no more have left half-written, as far as that can be done; what
  /// another one is writing stays.
  ///
  /// Litter keeps nobody from the work, so a failure is none of the run's.
  func sweep() async { _ = try? await store.sweep(WorkFolder.results) }

  /// The same for a plan, beside which nothing else is touched.
  private func sweepPlans() async { _ = try? await store.sweep(DraftFile.prefix) }

  /// Reads a result file.
  ///
  /// - Throws: `WorkResult.Damage`; `WorkError.passing`, `StoreError`.
  package func read(_ file: File) async throws -> WorkResult {
    let bytes = try await WorkFolder.patiently { try await store.get(file.key) }
    guard let bytes else { throw WorkResult.Damage("it is gone") }
    let result = try WorkResult(file: bytes, sha256: file.sha256)
    guard result.unit == file.unit else { throw WorkResult.Damage("it is of another unit") }
    return result
  }

  /// Places a result file: whole, or not at all.
  ///
  /// - Returns: Its name.
  /// - Throws: `WorkError.passing`, `StoreError`, `ZstandardError`.
  package func write(_ result: WorkResult) async throws -> String {
    let lines = result.lines
    let number = String(result.unit)
    let padded = String(repeating: "0", count: max(0, 5 - number.count)) + number
    let key = try ObjectKey(
      "\(WorkFolder.results)\(padded)-\(Digest.sha256(of: lines)).jsonl.zst")
    let object = StoredObject(
      key: key, bytes: try Zstandard.compressed(lines, level: 19), mediaType: "application/zstd",
      cacheControl: "no-store")
    try await WorkFolder.patiently { _ = try await store.put(object, .always) }
    return key.text
  }

  // MARK: - Failures that pass

  /// Does something with the store; a failure that may pass is told as such, so that a scheduler
  /// tries again.
  private static func patiently<Value>(
    _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as StoreError where passes(error) {
      throw WorkError.passing("\(error)")
    }
  }

  package static func passes(_ error: StoreError) -> Bool {
    switch error {
    case .unreachable, .preconditionFailed: true
    case .system(_, _, let code):
      // Where there are no locks, a sweep on another machine may take a file that is being written
      // for litter: then it is gone, and is written again.
      [
        EIO, ENOSPC, EDQUOT, ESTALE, EAGAIN, EINTR, ETIMEDOUT, EBUSY, ENOMEM, EMFILE, ENFILE,
        ENOENT,
      ].contains(code)
    default: false
    }
  }
}
