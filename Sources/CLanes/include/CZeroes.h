/// Memory full of zeroes that is not touched before it is used.
#ifndef ALMANAC_CZEROES_H
#define ALMANAC_CZEROES_H

#include <stddef.h>
#include <stdlib.h>

static inline void *almanac_zeroes(size_t count, size_t size) { return calloc(count, size); }

#endif
