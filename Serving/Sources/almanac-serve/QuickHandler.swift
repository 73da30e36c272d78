import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Gives quick answers where a connection's bytes come in, without a task of their own; hands all
/// other requests on.
///
/// Answers on a connection come in the order of its requests: while one that was handed on is not
/// answered yet, those behind it are handed on as well. So are requests of a client that does not
/// take its answers, for whoever answers them waits until it does.
final class QuickHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let answers: QuickAnswers
  /// A request that may be answered here when it has no body.
  private var held: HTTPRequest?
  /// How many requests were handed on and are not answered.
  private var outstanding = 0
  /// Whether the request that comes in was handed on and has not ended.
  private var isReading = false
  /// How much of it came behind the answer to it.
  private var surplus = 0
  private var hasWritten = false
  /// Where answers go in, behind whatever makes HTTP of them.
  private var encoder: ChannelHandlerContext?
  private var date = (second: 0, text: "")
  /// The other end, which stays the same.
  private var address: SocketAddress?
  /// How many bytes were waiting to be taken when nothing had happened for a while.
  private var waiting = 0

  /// How much of a body is read on behind the answer to it, for clients that look at answers only
  /// when they have sent all; whoever sends more is cut off.
  private static let mostSurplus = 16 << 20

  init(_ answers: QuickAnswers) { self.answers = answers }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let request):
      if outstanding == 0, context.channel.isWritable, answers.mayAnswer(request) {
        held = request
      } else {
        handOn(request, context)
      }
    case .body(let part):
      if let request = held { handOn(request, context) }
      if outstanding == 0 {
        surplus += part.readableBytes
        if surplus > QuickHandler.mostSurplus {
          context.close(promise: nil)
          return
        }
      }
      context.fireChannelRead(data)
    case .end:
      if let request = held {
        if let encoder, let answer = answers.answer(request, from: client(context)) {
          held = nil
          write(answer, context, by: encoder)
          return
        }
        handOn(request, context)
      }
      isReading = false
      context.fireChannelRead(data)
    }
  }

  private func client(_ context: ChannelHandlerContext) -> SocketAddress? {
    if address == nil { address = context.remoteAddress }
    return address
  }

  private func handOn(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
    held = nil
    // Whoever waits for that before the body is sent waits a second or more; within another answer
    // it would be part of that.
    if outstanding == 0, request.headerFields[.expect]?.lowercased() == "100-continue" {
      let line = context.channel.allocator.buffer(staticString: "HTTP/1.1 100 Continue\r\n\r\n")
      encoder?.writeAndFlush(NIOAny(line), promise: nil)
    }
    outstanding += 1
    isReading = true
    surplus = 0
    context.fireChannelRead(wrapInboundOut(.head(request)))
  }

  /// Bodies up to here are copied behind their heads: one write is cheaper than two.
  private static let small = 1 << 14

  private func write(
    _ answer: QuickAnswers.Answer, _ context: ChannelHandlerContext,
    by encoder: ChannelHandlerContext
  ) {
    let body = answer.body
    let copied = body.flatMap { $0.readableBytes <= QuickHandler.small ? $0 : nil }
    var buffer = context.channel.allocator.buffer(capacity: 400 + (copied?.readableBytes ?? 0))
    answer.write(to: &buffer, date: now())
    if var copied { buffer.writeBuffer(&copied) }
    encoder.write(NIOAny(buffer), promise: nil)
    if let body, copied == nil { encoder.write(NIOAny(body), promise: nil) }
    hasWritten = true
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    if let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) {
      try? pipeline.addHandler(ClosingHandler(), position: .before(codec))
    }
    // What it writes is HTTP already.
    encoder = try? pipeline.context(handlerType: HTTPResponseEncoder.self)
  }

  func handlerRemoved(context: ChannelHandlerContext) { encoder = nil }

  func channelReadComplete(context: ChannelHandlerContext) {
    if hasWritten { context.flush() }
    hasWritten = false
    context.fireChannelReadComplete()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) { outstanding -= 1 }
    context.write(data, promise: promise)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // Who says nothing is let go, and who takes nothing; who waits for an answer, or takes it
    // slowly, is not.
    if event is IdleStateHandler.IdleStateEvent {
      let before = waiting
      waiting = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
      let isSilent = waiting > 0 ? waiting == before : isReading || outstanding == 0
      if isSilent { context.close(promise: nil) }
      return
    }
    context.fireUserInboundEventTriggered(event)
  }

  /// The time as HTTP has it, made once a second.
  private func now() -> String {
    var seconds = time(nil)
    if seconds == date.second { return date.text }
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = QuickHandler.days[Int(parts.tm_wday)]
    let month = QuickHandler.months[Int(parts.tm_mon)]
    date = (
      seconds,
      "\(day), \(two(parts.tm_mday)) \(month) \(parts.tm_year + 1900) \(two(parts.tm_hour)):"
        + "\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    )
    return date.text
  }

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
