import Dates
import Manifest
import Stores

extension TreeInspection {
  /// Checks what the manifest says a server says about an object, and what the server does say.
  mutating func checkHeaders(of object: Manifest.Object, at time: Timestamp) {
    var policy = "public, max-age=31536000, immutable"
    if object.key.part == .paid { policy = "private, no-cache" }
    if let period = object.key.period, period.last >= time.day { policy = "public, max-age=86400" }
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
      let follows = object.key.period != nil && kept == "public, max-age=86400"
      note(object.key, follows ? .unfinished : .changed, "the store has Cache-Control “\(kept)”")
    }
  }

  /// Checks what the store says about an object that every release moves, or a release's manifest.
  mutating func checkPointerHeaders(of key: ObjectKey) {
    guard let info = present[key] else { return }
    if let kept = info.mediaType, kept != TreeInspection.mediaType(of: key) {
      note(key, .changed, "the store has media type “\(kept)”")
    }
    var policy =
      key.releaseNumber == nil
      ? "public, max-age=60, must-revalidate" : "public, max-age=31536000, immutable"
    if key.part == .paid { policy = "private, no-cache" }
    if let kept = info.cacheControl, kept != policy {
      note(key, .changed, "the store has Cache-Control “\(kept)”")
    }
  }

  private static func mediaType(of key: ObjectKey) -> String {
    if key.text.hasSuffix(".sbn") { return "text/plain; charset=utf-8" }
    if key.text.hasSuffix(".bin") { return "application/octet-stream" }
    return key.text.hasSuffix(".zst") ? "application/zstd" : "application/json"
  }
}
