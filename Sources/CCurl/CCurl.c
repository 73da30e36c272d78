#include "CCurl.h"

#if __has_include(<curl/curl.h>)
#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#ifdef __APPLE__
static const char *const library_name = "libcurl.4.dylib";
#else
static const char *const library_name = "libcurl.so.4";
#endif

// Every function that is called, once: its pointer has the type of the header's declaration.
#define FUNCTIONS(F)                                                                          \
  F(curl_global_init) F(curl_slist_append) F(curl_slist_free_all)                             \
  F(curl_easy_init) F(curl_easy_cleanup) F(curl_easy_setopt) F(curl_easy_getinfo)             \
  F(curl_multi_init) F(curl_multi_cleanup) F(curl_multi_add_handle)                           \
  F(curl_multi_remove_handle) F(curl_multi_perform) F(curl_multi_poll) F(curl_multi_wakeup)   \
  F(curl_multi_info_read)

#define DECLARE(name) static __typeof__(&name) p_##name;
FUNCTIONS(DECLARE)

static const char *failure;

static void load(void) {
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    failure = "libcurl is not installed, which calls servers; on Debian: apt-get install libcurl4";
    return;
  }
#define LOAD(name)                                                                            \
  p_##name = (__typeof__(&name))dlsym(library, #name);                                        \
  if (!p_##name) failure = "the libcurl that is installed is older than 7.68";
  FUNCTIONS(LOAD)
  if (!failure && p_curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
    failure = "libcurl cannot be started";
}

const char *ccurl_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return failure;
}

struct ccurl_group {
  CURLM *multi;
};

struct ccurl_exchange {
  ccurl_group_t group;
  CURL *easy;
  struct curl_slist *headers;
  ccurl_listener listener;
};

ccurl_group_t ccurl_group_new(void) {
  if (ccurl_load()) return NULL;
  ccurl_group_t group = calloc(1, sizeof *group);
  if (!group) return NULL;
  group->multi = p_curl_multi_init();
  if (group->multi) return group;
  free(group);
  return NULL;
}

void ccurl_group_free(ccurl_group_t group) {
  p_curl_multi_cleanup(group->multi);
  free(group);
}

void ccurl_group_wait(ccurl_group_t group, int milliseconds) {
  p_curl_multi_poll(group->multi, NULL, 0, milliseconds, NULL);
}

void ccurl_group_wake(ccurl_group_t group) { p_curl_multi_wakeup(group->multi); }

void ccurl_group_work(ccurl_group_t group) {
  int running;
  p_curl_multi_perform(group->multi, &running);
}

void *ccurl_group_next_over(ccurl_group_t group, int *result) {
  int left;
  CURLMsg *message;
  while ((message = p_curl_multi_info_read(group->multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    ccurl_exchange_t exchange = NULL;
    *result = message->data.result;
    p_curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&exchange);
    return exchange->listener.context;
  }
  return NULL;
}

static size_t take_line(char *bytes, size_t size, size_t count, void *context) {
  ccurl_exchange_t exchange = context;
  return exchange->listener.line(exchange->listener.context, bytes, size * count)
    ? size * count : 0;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
  ccurl_exchange_t exchange = context;
  return exchange->listener.body(
           exchange->listener.context, (const uint8_t *)bytes, size * count)
    ? size * count : 0;
}

ccurl_exchange_t ccurl_exchange_new(
  ccurl_group_t group, const ccurl_request *request, const ccurl_listener *listener
) {
  ccurl_exchange_t exchange = calloc(1, sizeof *exchange);
  if (!exchange) return NULL;
  CURL *easy = p_curl_easy_init();
  exchange->easy = easy;
  exchange->listener = *listener;
  bool is_set = easy != NULL;
  for (size_t i = 0; is_set && i < request->header_count; i++) {
    struct curl_slist *longer = p_curl_slist_append(exchange->headers, request->headers[i]);
    is_set = longer != NULL;
    if (longer) exchange->headers = longer;
  }
#define SET(option, value) \
  is_set = is_set && p_curl_easy_setopt(easy, option, value) == CURLE_OK
  SET(CURLOPT_PRIVATE, exchange);
  SET(CURLOPT_URL, request->url);
  // Two dots are part of a name like any others: what was signed is what is sent.
  SET(CURLOPT_PATH_AS_IS, 1L);
  SET(CURLOPT_HTTPHEADER, exchange->headers);
  SET(CURLOPT_NOSIGNAL, 1L);
  // What a proxy answers to CONNECT is no answer.
  SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  SET(CURLOPT_CONNECTTIMEOUT_MS, request->connect_ms);
  SET(CURLOPT_HEADERFUNCTION, take_line);
  SET(CURLOPT_HEADERDATA, exchange);
  SET(CURLOPT_WRITEFUNCTION, take_body);
  SET(CURLOPT_WRITEDATA, exchange);
  if (request->has_body) {
    SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_count);
    SET(CURLOPT_COPYPOSTFIELDS, request->body ? (const char *)request->body : "");
  } else if (request->method[0] == 'H') {
    SET(CURLOPT_NOBODY, 1L);
  }
  SET(CURLOPT_CUSTOMREQUEST, request->method);
  if (is_set && p_curl_multi_add_handle(group->multi, easy) == CURLM_OK) {
    exchange->group = group;
    return exchange;
  }
  ccurl_exchange_free(exchange);
  return NULL;
}

long ccurl_exchange_status(ccurl_exchange_t exchange) {
  long status = 0;
  p_curl_easy_getinfo(exchange->easy, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

int64_t ccurl_exchange_moved(ccurl_exchange_t exchange) {
  curl_off_t sent = 0, received = 0;
  long head = 0;
  p_curl_easy_getinfo(exchange->easy, CURLINFO_SIZE_UPLOAD_T, &sent);
  p_curl_easy_getinfo(exchange->easy, CURLINFO_SIZE_DOWNLOAD_T, &received);
  p_curl_easy_getinfo(exchange->easy, CURLINFO_HEADER_SIZE, &head);
  return (int64_t)sent + (int64_t)received + head;
}

void ccurl_exchange_free(ccurl_exchange_t exchange) {
  if (exchange->group) p_curl_multi_remove_handle(exchange->group->multi, exchange->easy);
  if (exchange->easy) p_curl_easy_cleanup(exchange->easy);
  p_curl_slist_free_all(exchange->headers);
  free(exchange);
}

#elif defined(__APPLE__)

// Phones have no libcurl for apps, and no press runs there.
const char *ccurl_load(void) { return "there is no libcurl on this system"; }
ccurl_group_t ccurl_group_new(void) { return NULL; }
void ccurl_group_free(ccurl_group_t group) {}
void ccurl_group_wait(ccurl_group_t group, int milliseconds) {}
void ccurl_group_wake(ccurl_group_t group) {}
void ccurl_group_work(ccurl_group_t group) {}
void *ccurl_group_next_over(ccurl_group_t group, int *result) { return NULL; }
ccurl_exchange_t ccurl_exchange_new(
  ccurl_group_t group, const ccurl_request *request, const ccurl_listener *listener
) {
  return NULL;
}
long ccurl_exchange_status(ccurl_exchange_t exchange) { return 0; }
int64_t ccurl_exchange_moved(ccurl_exchange_t exchange) { return 0; }
void ccurl_exchange_free(ccurl_exchange_t exchange) {}

#else
#error "libcurl's headers are missing: apt-get install libcurl4-openssl-dev, or run make"
#endif
