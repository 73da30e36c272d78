import Foundation

/// A bucket of an S3-compatible service, and the part of it that is ours.
///
/// Addressed in path style, `{endpoint}/{bucket}/{prefix}{key}`, which Cloudflare R2 and every
/// server for tests understand.
package struct S3Location: Hashable, Sendable {
  /// The service: `https://{account}.r2.cloudflarestorage.com`.
  package let endpoint: String

  /// The region that signatures name; R2 calls its only one `auto`.
  package let region: String

  package let bucket: String

  /// What stands before every key: empty, or a path that ends with `/`.
  package let prefix: String

  /// The endpoint's host and port, as the `Host` header has them.
  let host: String

  /// The path in front of the bucket; empty for most services.
  let basePath: String

  /// Makes a location.
  ///
  /// - Parameters:
  ///   - address: `s3://bucket` or `s3://bucket/prefix`.
  ///   - endpoint: The service, `https://…` or `http://…`.
  ///   - region: The region.
  /// - Throws: `StoreError.badAddress` when one of them cannot be used.
  package init(_ address: String, endpoint: String, region: String = "auto") throws(StoreError) {
    (bucket, prefix) = try S3Location.parts(of: address)
    let isSecure = endpoint.hasPrefix("https://")
    guard isSecure || endpoint.hasPrefix("http://") else {
      throw .badAddress(endpoint, expected: S3Location.endpoints)
    }
    let rest = endpoint.dropFirst(isSecure ? 8 : 7)
    let host = String(rest.prefix { $0 != "/" })
    let basePath = rest.dropFirst(host.count)
    let isPath = basePath.isEmpty || basePath == "/" || ObjectKey.isKey(basePath.dropFirst())
    guard S3Location.isHost(host), isPath else {
      throw .badAddress(endpoint, expected: S3Location.endpoints)
    }
    guard !region.isEmpty, region.utf8.allSatisfy(ObjectKey.isNameByte) else {
      throw .badAddress(region, expected: "a region such as auto")
    }
    self.region = region
    self.host = host
    self.basePath = basePath == "/" ? "" : String(basePath)
    self.endpoint = (isSecure ? "https://" : "http://") + host + self.basePath
  }

  private static let endpoints =
    "an endpoint such as https://host or https://host:9000; an IPv4 address has four numbers, and "
    + "an IPv6 address stands in brackets"

  /// Whether a text is a host and perhaps a port, such as can be called.
  private static func isHost(_ text: String) -> Bool {
    let isBracketed = text.first == "["
    let name = text.prefix { $0 != (isBracketed ? "]" : ":") }.dropFirst(isBracketed ? 1 : 0)
    let rest = text[name.endIndex...].dropFirst(isBracketed ? 1 : 0)
    if !rest.isEmpty {
      let port = rest.dropFirst()
      guard rest.first == ":", !port.isEmpty,
        port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port),
        (1...65535).contains(number)
      else { return false }
    }
    if isBracketed {
      var address = in6_addr()
      return text[name.endIndex...].first == "]" && inet_pton(AF_INET6, String(name), &address) == 1
    }
    guard !name.isEmpty, name.utf8.allSatisfy(ObjectKey.isNameByte) else { return false }
    // Numbers alone, `127.1` or `2130706433`, mean other addresses to every other program.
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = labels.last, !last.isEmpty,
      last.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return true }
    return labels.count == 4
      && labels.allSatisfy { label in
        label.count <= 3 && Int(label).map { (0...255).contains($0) } ?? false
      }
  }

  /// The bucket of an address, and what stands before every key in it.
  ///
  /// - Throws: `StoreError.badAddress`.
  package static func parts(
    of address: String
  ) throws(StoreError) -> (bucket: String, prefix: String) {
    let path = address.dropFirst(scheme.count)
    let bucket = String(path.prefix { $0 != "/" })
    var prefix = String(path.dropFirst(bucket.count).dropFirst())
    if prefix.hasSuffix("/") { prefix.removeLast() }
    if address.hasPrefix(scheme), !bucket.isEmpty, !isBucket(bucket) {
      throw .badAddress(
        address,
        expected: "s3://bucket/prefix with the bucket's whole name, which has 3 to 63 lower-case "
          + "letters, digits, “-” and “.”")
    }
    guard address.hasPrefix(scheme), isBucket(bucket), prefix.isEmpty || ObjectKey.isKey(prefix)
    else {
      throw .badAddress(address, expected: "s3://bucket or s3://bucket/prefix")
    }
    return (bucket, prefix.isEmpty ? "" : prefix + "/")
  }

  /// What addresses of buckets start with.
  package static let scheme = "s3://"

  /// The address: `s3://bucket/prefix`.
  package var address: String {
    S3Location.scheme + bucket + (prefix.isEmpty ? "" : "/" + prefix.dropLast())
  }

  /// The scheme, host and port.
  var origin: String { String(endpoint.dropLast(basePath.count)) }

  private static func isBucket(_ name: String) -> Bool {
    (3...63).contains(name.utf8.count) && ObjectKey.isKey(name)
      && name.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      }
  }
}
