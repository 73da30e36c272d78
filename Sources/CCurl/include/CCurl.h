// libcurl, loaded when the first request is made.
//
// It brings some twenty-five libraries with it. A program that is linked with them spends more of
// its start on them than on everything else, and most commands call no server. So this loads it by
// name, and gives what one thread needs to drive many requests: one multi handle, and an easy
// handle for each request. Functions of libcurl that take any kind of argument cannot be called
// from Swift; here they are called from C.

#ifndef CCURL_H
#define CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A number of requests that share their connections; NULL is none.
typedef struct ccurl_group *ccurl_group_t;
/// One request on its way.
typedef struct ccurl_exchange *ccurl_exchange_t;

/// Who hears what comes in, on the thread that drives the group; each says whether to go on.
typedef struct {
  void *context;
  /// A line of the head, with its line end: a status line, a header, or the empty line at its end.
  bool (*line)(void *context, const char *bytes, size_t count);
  /// A part of the body.
  bool (*body)(void *context, const uint8_t *bytes, size_t count);
} ccurl_listener;

/// What is asked for; everything is copied.
typedef struct {
  const char *url;
  const char *method;
  /// Lines `Name: value`; a line `Name:` leaves out a header that libcurl would send.
  const char *const *headers;
  size_t header_count;
  /// Whether there is a body; an empty one is not the same as none.
  bool has_body;
  const uint8_t *body;
  size_t body_count;
  /// How long making the connection may take, in milliseconds.
  long connect_ms;
} ccurl_request;

/// Loads libcurl. Any number of threads may call it.
///
/// Returns NULL, or why it cannot be had.
const char *ccurl_load(void);

/// A new group, or NULL where libcurl cannot be had or memory is short.
ccurl_group_t ccurl_group_new(void);
/// Ends a group; every exchange has been ended before.
void ccurl_group_free(ccurl_group_t group);
/// Waits for something to happen, at most so long. Ends at once after a wake-up.
void ccurl_group_wait(ccurl_group_t group, int milliseconds);
/// Ends the waiting; any thread may call it.
void ccurl_group_wake(ccurl_group_t group);
/// Does what can be done now: sends, receives, tells the listeners.
void ccurl_group_work(ccurl_group_t group);
/// The context of an exchange that is over, or NULL; `result` is libcurl's code, 0 for success.
void *ccurl_group_next_over(ccurl_group_t group, int *result);

/// Begins a request, or gives NULL where it cannot be begun.
ccurl_exchange_t ccurl_exchange_new(
  ccurl_group_t group, const ccurl_request *request, const ccurl_listener *listener);
/// The status of the answer; 0 before there is one.
long ccurl_exchange_status(ccurl_exchange_t exchange);
/// How many bytes have been sent and received, heads included.
int64_t ccurl_exchange_moved(ccurl_exchange_t exchange);
/// Ends a request, whether it is over or not.
void ccurl_exchange_free(ccurl_exchange_t exchange);

#endif
