import Printable

extension S3Store {
  /// The objects whose keys start with a text, page by page.
  ///
  /// - Throws: `StoreError` when the bucket cannot be asked.
  package func list(_ prefix: String) async throws(StoreError) -> StoreListing {
    var listing = StoreListing()
    var token: String?
    repeat {
      let page = try await page(prefix, after: token)
      for entry in page.entries {
        guard entry.key.hasPrefix(location.prefix) else { continue }
        let text = String(entry.key.dropFirst(location.prefix.count))
        if let key = try? ObjectKey(text) {
          listing.objects.append(ObjectInfo(key: key, bytes: entry.bytes, tag: entry.tag))
        } else if !text.hasSuffix("/") || entry.bytes > 0 {
          // What consoles make to show an empty folder is no object.
          listing.strays.append(Printable.ascii(text.utf8))
        }
      }
      token = page.next
    } while token != nil
    return StoreListing(objects: listing.objects, strays: listing.strays)
  }

  private func page(_ prefix: String, after token: String?) async throws(StoreError) -> S3ListPage {
    var request = HTTPRequest(
      method: "GET", origin: location.origin, path: "\(location.basePath)/\(location.bucket)")
    request.query = [
      HTTPHeader("encoding-type", "url"), HTTPHeader("list-type", "2"),
      HTTPHeader("prefix", location.prefix + prefix),
    ]
    if let token { request.query.append(HTTPHeader("continuation-token", token)) }
    for _ in 1...retries.attempts {
      let response = try await send(request, limit: S3Store.smallAnswer)
      guard response.status == 200 else { throw refusal(response, "list", prefix) }
      if let page = S3ListPage(response.body) { return page }
    }
    throw unreachable("the answer is no listing", prefix)
  }
}
