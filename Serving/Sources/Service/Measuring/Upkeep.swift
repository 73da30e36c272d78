import Foundation
package import Logging
import ServiceLifecycle

/// What the service does beside answering: takes counts to the database, every ten seconds and when
/// it ends.
package struct Upkeep: ServiceLifecycle.Service {
  private let service: Service
  private let logger: Logger

  package init(of service: Service, logger: Logger) {
    self.service = service
    self.logger = logger
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(10))
        await flush()
      }
    }
    await flush()
  }

  private func flush() async {
    do {
      try await service.flushDownloads()
    } catch {
      logger.warning("downloads could not be noted, and are kept for later")
    }
  }
}

extension Service {
  /// Takes what was counted to the database, under the day that it is now.
  package func flushDownloads() async throws {
    let day = Date(timeIntervalSince1970: Double(clock()) / 1000).formatted(
      .iso8601.year().month().day().dateSeparator(.dash))
    try await downloads.flush(to: database, day: day)
  }

  /// Notes that a pack or a dated puzzle was asked for.
  package func countDownload(kind: String, object: String, status: Int) {
    metrics.count(.download(kind: kind, status: status))
    downloads.count(object, status: status)
  }

  /// What goes up and down in it.
  package var gauges: [Metrics.Gauge] {
    [
      Metrics.Gauge(
        "database_writes_waiting", "Writes that wait for the disk.", database.queueLength),
      Metrics.Gauge(
        "password_hashes_waiting", "Passwords that are worked on, or wait for it.",
        passwords.waiting),
    ]
  }
}
