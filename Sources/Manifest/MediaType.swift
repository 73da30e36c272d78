/// The Content-Types of the tree.
package enum MediaType {
  package static let json = "application/json"
  package static let zstd = "application/zstd"
  package static let binary = "application/octet-stream"
  package static let sbn = "text/plain; charset=utf-8"
}
