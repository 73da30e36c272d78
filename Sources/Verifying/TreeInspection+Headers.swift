import Dates
import Manifest
import Stores

extension TreeInspection {
  /// Checks what the manifest says a server says about an object, and what the server does say.
  mutating func checkHeaders(of object: Manifest.Object, at time: Timestamp) {
    let policy =
      object.key.period.map { CacheControl.entry($0, at: time) }
      ?? CacheControl.named(in: object.key.part ?? .open)
    if object.mediaType != TreeInspection.mediaType(of: object.key) {
      note(object.key, .contradiction, "the manifest has media type “\(object.mediaType)”")
    }
    if object.cacheControl != policy {
      note(object.key, .contradiction, "the manifest has Cache-Control “\(object.cacheControl)”")
    }
    guard let info = present[object.key] else { return }
    if let kept = info.mediaType, kept != object.mediaType {
      note(object.key, .changed, "the store has media type “\(kept)”")
    }
    if let kept = info.sha256, kept != object.sha256 {
      note(object.key, .changed, "the store has another SHA-256 noted with it: “\(kept)”")
    }
    if let kept = info.cacheControl, kept != object.cacheControl {
      // Headers follow the manifest: a day that is over since may still have those of a day to
      // come.
      let follows = object.key.period != nil && kept == CacheControl.upcoming
      note(object.key, follows ? .unfinished : .changed, "the store has Cache-Control “\(kept)”")
    }
  }

  /// Checks what the store says about an object that every release moves, or a release's manifest.
  mutating func checkPointerHeaders(of key: ObjectKey) {
    guard let info = present[key] else { return }
    if let kept = info.mediaType, kept != TreeInspection.mediaType(of: key) {
      note(key, .changed, "the store has media type “\(kept)”")
    }
    let policy =
      key.releaseNumber == nil
      ? CacheControl.alias(in: key.part ?? .open) : CacheControl.named(in: key.part ?? .open)
    if let kept = info.cacheControl, kept != policy {
      note(key, .changed, "the store has Cache-Control “\(kept)”")
    }
  }

  private static func mediaType(of key: ObjectKey) -> String {
    if key.text.hasSuffix(".sbn") { return MediaType.sbn }
    if key.text.hasSuffix(".bin") { return MediaType.binary }
    return key.text.hasSuffix(".zst") ? MediaType.zstd : MediaType.json
  }
}
