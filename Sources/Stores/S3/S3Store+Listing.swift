import HTTP
import Printable

extension S3Store {
  /// The most names that a listing has: a century of releases and dates needs a tenth of it.
  static let mostListed = 1 << 20

  /// The most pages in a row that may bring nothing and say that there is more.
  static let mostEmptyPages = 100

  /// The objects whose keys start with a text, page by page.
  ///
  /// A listing comes to an end whatever the bucket says: each page has to go on behind the one
  /// before, and there are only so many names.
  ///
  /// - Throws: `StoreError` when the bucket cannot be asked, or its listing has no end.
  package func list(_ prefix: String) async throws(StoreError) -> StoreListing {
    var listing = StoreListing()
    var (token, last): (String?, String?)
    var (count, emptyPages) = (0, 0)
    repeat {
      let page = try await page(prefix, after: token, behind: last)
      count += page.entries.count
      emptyPages = page.entries.isEmpty ? emptyPages + 1 : 0
      guard count <= S3Store.mostListed, emptyPages <= S3Store.mostEmptyPages else {
        throw .unreachable(
          store: name,
          detail: "\(location.prefix)\(prefix) at \(location.endpoint): the listing has no end")
      }
      last = page.last ?? last
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

  /// A page of a listing.
  ///
  /// - Parameters:
  ///   - prefix: What keys start with.
  ///   - token: What the page before says to ask for; `nil` for the first one.
  ///   - last: The last key of the pages before, if they have any.
  /// - Returns: The page, which goes on from those before.
  /// - Throws: `StoreError` when the bucket gives none.
  private func page(
    _ prefix: String, after token: String?, behind last: String?
  ) async throws(StoreError) -> S3ListPage {
    var request = HTTPRequest(
      method: "GET", origin: location.origin, path: "\(location.basePath)/\(location.bucket)")
    request.query = [
      HTTPHeader("encoding-type", "url"), HTTPHeader("list-type", "2"),
      HTTPHeader("prefix", location.prefix + prefix),
    ]
    var problem = ""
    if let token { request.query.append(HTTPHeader("continuation-token", token)) }
    for _ in 1...retries.attempts {
      let response = try await send(request, limit: S3Store.smallAnswer)
      guard response.status == 200 else { throw refusal(response, "list", prefix) }
      guard let page = S3ListPage(response.body) else {
        problem = "the answer is no listing"
        continue
      }
      if page.goesOn(from: token, behind: last) { return page }
      problem = "a page of the listing does not go on from the one before"
    }
    throw unreachable(problem, location.prefix + prefix)
  }
}
