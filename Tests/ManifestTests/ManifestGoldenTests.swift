import HouseSupport
import Identity
import Manifest
import Publishing
import Stores
import Testing

/// The bytes of one small manifest, made by another program: a change here is a change for everyone
/// who reads manifests.
@Suite("The golden manifest")
struct ManifestGoldenTests {
  @Test("a small release has these bytes and no others")
  func bytes() async throws {
    let content = ReleaseContent(
      packs: [
        .init(
          id: "mini", name: "Mini 4×4", version: 1, free: true,
          puzzles: ["4x1.AAAABBBBCCCCDDDD.s1d2l3c4"])
      ],
      calendar: [.init(Samples.period("daily:2026-11-21"), sbn: "4x1.AABBAABBCCDDCCDD")],
      provenance: .init(generatorVersion: 1, graderVersion: 2, recipeHash: "r"))
    let plan = try await Publisher(store: MemoryStore()).plan(
      content, at: Samples.clock, after: nil)
    #expect(String(decoding: plan.manifestBytes, as: UTF8.self) == Self.text)
    #expect(try Manifest(json: Array(Self.text.utf8)) == plan.manifest)
  }

  private static let text = #"""
    {"calendar":{"daily":{"entries":{"2026-11-21":"77dfa40fbbca5bcdaef6eafef76f26b5e\#
    e44f08f6b5bda8746fd271652d33db0"},"first":"2026-11-21","grader":2,\#
    "last":"2026-11-21"}},\#
    "createdAt":"2026-11-21T03:00:00Z","earlierObjects":[],"generatorVersion":1,\#
    "graderVersion":2,"objects":[{"bytes":20,"cacheControl":"public, max-age=86400",\#
    "key":"puzzles/daily/2026-11-21.sbn","md5":"aeb73a6e452b64245846cfc4fb0b32fe",\#
    "mediaType":"text/plain; charset=utf-8",\#
    "sha256":"77dfa40fbbca5bcdaef6eafef76f26b5ee44f08f6b5bda8746fd271652d33db0"},\#
    {"bytes":100,"cacheControl":"public, max-age=31536000, immutable",\#
    "key":"puzzles/packs/19a9631d235d287148af4d8e69a76a2b33d7b36dd377829d641b1a272e9\#
    1bffa.mini.json","md5":"09f43d9e37d8b61b56f9afce0f40be68",\#
    "mediaType":"application/json",\#
    "sha256":"19a9631d235d287148af4d8e69a76a2b33d7b36dd377829d641b1a272e91bffa"},\#
    {"bytes":32,"cacheControl":"public, max-age=31536000, immutable",\#
    "key":"puzzles/used/90ae4183953e5db15a29b0d1e5b35c69a5aa839ce1d5abb41fae2efcb33c\#
    8a35.bin","md5":"baaf978b566df466fd0c58d77ecbdd1c",\#
    "mediaType":"application/octet-stream",\#
    "sha256":"90ae4183953e5db15a29b0d1e5b35c69a5aa839ce1d5abb41fae2efcb33c8a35"}],\#
    "packs":[{"count":1,"difficulty":{"from":2,"to":2},"free":true,"grader":2,\#
    "grids":[{"count":1,"size":4,"stars":1}],"id":"mini","name":"Mini 4×4",\#
    "object":"puzzles/packs/19a9631d235d287148af4d8e69a76a2b33d7b36dd377829d641b1a27\#
    2e91bffa.mini.json","size":4,"stars":1,"version":1}],"previous":null,\#
    "previousSHA256":null,"recipeHash":"r","release":1,"schema":1,\#
    "used":[{"object":"puzzles/used/90ae4183953e5db15a29b0d1e5b35c69a5aa839ce1d5abb4\#
    1fae2efcb33c8a35.bin","through":1}]}
    """#
}
