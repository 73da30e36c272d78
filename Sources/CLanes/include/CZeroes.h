/// Memory full of zeroes that is not touched before it is used.
#ifndef ALMANAC_CZEROES_H
#define ALMANAC_CZEROES_H

#include <stddef.h>
#include <stdlib.h>

/// New zeroes, or null.
///
/// The system hands out what is large page by page, as it is used; what is not comes from the
/// library's store, and has to be cleared. So what is nearly large enough is made so.
static inline void *almanac_zeroes(size_t count, size_t size) {
  const size_t some = 64 << 10, large = 160 << 10;
  size_t bytes = count * size;
  return bytes < some || bytes > large ? calloc(count, size) : calloc(large, 1);
}

#endif
