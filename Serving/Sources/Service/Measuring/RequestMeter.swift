package import Hummingbird

/// Counts every answer, and how long it took.
package struct RequestMeter: RouterMiddleware {
  package typealias Context = ServiceContext

  private let metrics: Metrics

  package init(_ metrics: Metrics) { self.metrics = metrics }

  package func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    let begun = ContinuousClock.now
    let response = try await next(request, context)
    let (seconds, attoseconds) = (ContinuousClock.now - begun).components
    // Paths that lead nowhere are anybody's invention; so are methods.
    let path = context.endpointPath ?? "none"
    let method = RequestMeter.methods.contains(request.method.rawValue)
    metrics.answered(
      method ? request.method.rawValue : "other", path, status: response.status.code,
      seconds: Double(seconds) + Double(attoseconds) / 1e18)
    return response
  }

  private static let methods: Set = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
}
