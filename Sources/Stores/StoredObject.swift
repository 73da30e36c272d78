import Identity

/// One object as it is stored: its name, its bytes, and what a server says about them.
package struct StoredObject: Hashable, Sendable {
  package let key: ObjectKey

  package let bytes: [UInt8]

  /// Its Content-Type.
  package let mediaType: String

  package let cacheControl: String

  /// The SHA-256 of the bytes, in lower-case hexadecimal.
  package let sha256: String

  /// The MD5 of the bytes, in lower-case hexadecimal: the ETag that a bucket gives them.
  package let md5: String

  /// Makes an object and hashes its bytes.
  package init(key: ObjectKey, bytes: [UInt8], mediaType: String, cacheControl: String) {
    self.init(
      key: key, bytes: bytes, mediaType: mediaType, cacheControl: cacheControl,
      sha256: Digest.sha256(of: bytes))
  }

  /// An object whose bytes are hashed already.
  package init(
    key: ObjectKey, bytes: [UInt8], mediaType: String, cacheControl: String, sha256: String
  ) {
    self.key = key
    self.bytes = bytes
    self.mediaType = mediaType
    self.cacheControl = cacheControl
    self.sha256 = sha256
    md5 = Digest.md5(of: bytes)
  }

  /// The same object under another Cache-Control.
  package func with(cacheControl: String) -> StoredObject {
    StoredObject(
      key: key, bytes: bytes, mediaType: mediaType, cacheControl: cacheControl, sha256: sha256)
  }
}
