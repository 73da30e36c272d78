package import Dates
import Files

/// Opens buckets with what the environment says of them.
///
/// The service of a bucket is in `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL`, its region, where it
/// has any, in `AWS_REGION`. Credentials are in `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and
/// perhaps `AWS_SESSION_TOKEN`, or in the file that `AWS_SHARED_CREDENTIALS_FILE` names, in the
/// section that `AWS_PROFILE` names.
package struct S3Environment: Sendable {
  private let variable: @Sendable (String) -> String?

  /// - Parameter variable: The value of an environment variable that is set and not empty.
  package init(variable: @escaping @Sendable (String) -> String?) { self.variable = variable }

  /// A bucket.
  ///
  /// - Parameters:
  ///   - address: `s3://bucket/prefix`.
  ///   - retries: How often and after which pauses a request is sent again.
  ///   - clock: A real clock, for signatures.
  ///   - transport: What carries requests; `nil` for the network.
  /// - Returns: The bucket.
  /// - Throws: `StoreError.badAddress`, `.badSettings`.
  package func store(
    _ address: String, retries: S3Retries, clock: @escaping @Sendable () -> Timestamp,
    transport: (any HTTPTransport)? = nil
  ) throws(StoreError) -> S3Store {
    guard let endpoint = variable("AWS_ENDPOINT_URL_S3") ?? variable("AWS_ENDPOINT_URL") else {
      throw .badSettings(
        "\(address): the service is not known — set AWS_ENDPOINT_URL_S3, such as "
          + "https://ACCOUNT.r2.cloudflarestorage.com")
    }
    let location = try S3Location(
      address, endpoint: endpoint, region: variable("AWS_REGION") ?? "auto")
    let credentials = try credentials(address)
    if let transport {
      return S3Store(
        location, credentials: credentials, retries: retries, clock: clock, transport: transport)
    }
    return S3Store(
      location, credentials: credentials, timeout: timeout, retries: retries, clock: clock)
  }

  private var timeout: Duration {
    let seconds = variable("ALMANAC_S3_TIMEOUT").flatMap { Int($0) } ?? 30
    return .seconds(min(max(seconds, 1), 600))
  }

  private func credentials(_ address: String) throws(StoreError) -> S3Credentials {
    if let accessKey = variable("AWS_ACCESS_KEY_ID"),
      let secretKey = variable("AWS_SECRET_ACCESS_KEY")
    {
      return try S3Credentials(
        accessKey: accessKey, secretKey: secretKey, sessionToken: variable("AWS_SESSION_TOKEN"))
    }
    guard let path = variable("AWS_SHARED_CREDENTIALS_FILE") else {
      throw .badSettings(
        "\(address): there are no credentials — set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, "
          + "or name a file of credentials in AWS_SHARED_CREDENTIALS_FILE")
    }
    let text: String
    do throws(SmallFile.Failure) {
      text = String(decoding: try SmallFile.bytes(of: path, atMost: 1 << 16), as: UTF8.self)
    } catch {
      throw .badSettings("\(path): \(error)")
    }
    return try S3Credentials(
      file: text, profile: variable("AWS_PROFILE") ?? "default", path: path)
  }
}
