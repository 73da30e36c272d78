import HTTP
import HouseSupport
import Identity
import Stores
import Testing

/// Signatures that botocore 1.44.5 (`S3SigV4Auth`) gives the same requests at the same time.
@Suite("Signing requests")
struct S3SignerTests {
  private func signature(_ request: HTTPRequest, token: String? = nil) throws -> String? {
    let credentials = try S3Credentials(
      accessKey: "AKIDEXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
      sessionToken: token)
    let signer = S3Signer(credentials: credentials, region: "auto")
    let signed = signer.signed(request, at: Samples.clock)
    let line = signed.headers.first { $0.name == "authorization" }?.value
    return line?.split(separator: "=").last.map(String.init)
  }

  @Test("a put with all its headers is signed as botocore signs it")
  func put() throws {
    var request = HTTPRequest(
      method: "PUT", origin: "https://acc.r2.cloudflarestorage.com",
      path: "/puzzles/live/puzzles/packs/intro.json")
    request.body = Array("hello".utf8)
    request.headers = [
      HTTPHeader("content-type", "application/json"),
      HTTPHeader("cache-control", "public, max-age=60, must-revalidate"),
      HTTPHeader("content-md5", "XUFAKrxLKna5cZ2REBfFkg=="),
      HTTPHeader("x-amz-meta-sha256", Digest.sha256(of: request.body)),
      HTTPHeader("if-none-match", "*"),
    ]
    #expect(
      try signature(request)
        == "c0406fe8f713c6d212ba26aca021c97986ad3ef70866a71356c9d3dd45767505")
  }

  @Test("so is a query that needs escaping, on a port of its own")
  func query() throws {
    var request = HTTPRequest(
      method: "GET", origin: "http://127.0.0.1:9000", path: "/bucket")
    request.query = [
      HTTPHeader("prefix", "a/b c/"), HTTPHeader("list-type", "2"),
      HTTPHeader("encoding-type", "url"), HTTPHeader("continuation-token", "1/+=="),
    ]
    #expect(
      try signature(request)
        == "c0edf01203460aac9ce1a8efdda163122696dc89b7b796c1bc21f295a9c653a6")
    #expect(
      request.url == "http://127.0.0.1:9000/bucket?continuation-token=1%2F%2B%3D%3D"
        + "&encoding-type=url&list-type=2&prefix=a%2Fb%20c%2F")
  }

  @Test("so are a session's token and a delete")
  func others() throws {
    let head = HTTPRequest(
      method: "HEAD", origin: "https://acc.r2.cloudflarestorage.com",
      path: "/puzzles/puzzles/manifest.json")
    #expect(
      try signature(head, token: "TOKEN/with+signs==")
        == "7d47f5f141bd84fadae325190f8173b85bdf6698402bd137a9cec7f98b53e039")
    var delete = HTTPRequest(
      method: "DELETE", origin: "https://h.example", path: "/base/bucket/k~1.json")
    delete.headers = [HTTPHeader("if-match", "\"abc\"")]
    #expect(
      try signature(delete)
        == "719c8ca5e956be1b080f605df587d222797f18b26b3209724e56df1aeb4c23b5")
  }

  @Test("credentials are read from a file, and never printed")
  func credentials() throws {
    let text =
      "# x\n[other]\naws_access_key_id=no\n[default]\n aws_access_key_id = KEY1 \n"
      + "aws_secret_access_key=SECRET1\r\n"
    let read = try S3Credentials(file: text, profile: "default", path: "c")
    #expect(read.accessKey == "KEY1")
    #expect(read.secretKey == "SECRET1")
    var dumped = ""
    dump(read, to: &dumped)
    for shown in ["\(read)", String(reflecting: read), dumped] {
      #expect(!shown.contains("SECRET1") && !shown.contains("KEY1"))
    }
    #expect(throws: StoreError.self) {
      try S3Credentials(file: text, profile: "other", path: "c")
    }
    let error = #expect(throws: StoreError.self) {
      try S3Credentials(accessKey: "A", secretKey: "bad secret")
    }
    #expect(error.map { !"\($0)".contains("bad secret") } == true)
  }

  @Test(
    "addresses that are none are refused",
    arguments: [
      "s3://", "s3://B", "s3://bucket/../x", "s3://bucket//x", "s3:/bucket", "s3://bucket/a b",
      "s3://ab",
    ])
  func addresses(text: String) {
    #expect(throws: StoreError.self) { try S3Location(text, endpoint: "https://h.example") }
  }
}
