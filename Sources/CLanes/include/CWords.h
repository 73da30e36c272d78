/// Eight words at a time: lines of a board, or rows of a region, a bit for each cell.
#ifndef ALMANAC_CWORDS_H
#define ALMANAC_CWORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint32_t almanac_words __attribute__((vector_size(32)));
typedef uint8_t almanac_octet __attribute__((vector_size(8)));

static inline almanac_words almanac_words_load(const uint32_t *from) {
  almanac_words words;
  memcpy(&words, from, 32);
  return words;
}

/// The lanes of a comparison that hold, a bit each.
static inline uint32_t almanac_words_bits(almanac_words comparison) {
  typedef bool truths __attribute__((ext_vector_type(8)));
  truths holds = __builtin_convertvector(comparison, truths);
  uint8_t bits;
  memcpy(&bits, &holds, 1);
  return bits;
}

static inline almanac_octet almanac_octet_load(const uint8_t *from) {
  almanac_octet bytes;
  memcpy(&bytes, from, 8);
  return bytes;
}

#endif
