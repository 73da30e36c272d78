import NIOCore
import NIOHTTP1

/// Says of requests whose client expects the connection to end behind the answer that they close
/// it.
///
/// Those of HTTP/1.0 expect it unless they say otherwise, and nothing behind this handler knows
/// which version a request is of.
final class ClosingHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var request) = unwrapInboundIn(data), !request.isKeepAlive else {
      context.fireChannelRead(data)
      return
    }
    request.headers.replaceOrAdd(name: "Connection", value: "close")
    // HTTP/1.0 knows no such answer.
    if request.version == .http1_0 { request.headers.remove(name: "Expect") }
    context.fireChannelRead(wrapInboundOut(.head(request)))
  }
}
