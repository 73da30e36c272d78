/// Adding up: what containers share with parts, 16 parts at a time, and cells as bits, 256 at a
/// time. Rows of shares are filled up to a multiple of 16 parts, sets of cells to one of 4 words.
#ifndef ALMANAC_CSHARES_H
#define ALMANAC_CSHARES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef int16_t almanac_shares __attribute__((vector_size(32)));
typedef uint64_t almanac_cells __attribute__((vector_size(32)));

static inline almanac_shares almanac_shares_load(const int16_t *from) {
  almanac_shares shares;
  memcpy(&shares, from, 32);
  return shares;
}

static inline almanac_cells almanac_cells_load(const uint64_t *from) {
  almanac_cells cells;
  memcpy(&cells, from, 32);
  return cells;
}

static inline void almanac_cells_store(uint64_t *to, almanac_cells cells) {
  memcpy(to, &cells, 32);
}

/// Adds a row of shares, some times, to another one.
static inline void almanac_shares_add(int16_t *to, const int16_t *before, const int16_t *row,
                                      int16_t times, ptrdiff_t count) {
  for (ptrdiff_t part = 0; part < count; part += 16) {
    almanac_shares sum =
        almanac_shares_load(before + part) + almanac_shares_load(row + part) * times;
    memcpy(to + part, &sum, 32);
  }
}

/// What is added up of the shares of one set of containers with parts.
typedef struct {
  /// The shares of all but one container, and of that one, which is held so many times.
  const int16_t *before, *row;
  int16_t times;
  /// What a part has to have before it is of use, once for each share.
  const int16_t *costs;
  int16_t factor, share;
} almanac_sum;

static inline almanac_shares almanac_sum_value(const almanac_sum *sum, ptrdiff_t part) {
  almanac_shares shares =
      almanac_shares_load(sum->before + part) + almanac_shares_load(sum->row + part) * sum->times;
  return shares * sum->factor - almanac_shares_load(sum->costs + part) * sum->share;
}

/// The largest value of a part, or 0: of one sum or, where there is another one, of either.
static inline int16_t almanac_sum_largest(const almanac_sum *first, const almanac_sum *second,
                                          ptrdiff_t count) {
  almanac_shares largest = {0};
  for (ptrdiff_t part = 0; part < count; part += 16) {
    largest = __builtin_elementwise_max(largest, almanac_sum_value(first, part));
    if (second) largest = __builtin_elementwise_max(largest, almanac_sum_value(second, part));
  }
  return __builtin_reduce_max(largest);
}

/// The sum of the `most` largest values, none less than 0; or something less than `least`, where it
/// is. There are at most 11.
static inline int32_t almanac_sum_of_largest(const almanac_sum *first, const almanac_sum *second,
                                             ptrdiff_t count, ptrdiff_t most, int32_t least) {
  almanac_shares best[11];
  for (ptrdiff_t place = 0; place < most; place++) best[place] = (almanac_shares){0};
  for (ptrdiff_t part = 0; part < count; part += 16) {
    almanac_shares value = almanac_sum_value(first, part);
    if (second) value = __builtin_elementwise_max(value, almanac_sum_value(second, part));
    for (ptrdiff_t place = 0; place < most; place++) {
      almanac_shares less = __builtin_elementwise_min(best[place], value);
      best[place] = __builtin_elementwise_max(best[place], value);
      value = less;
    }
  }
  int32_t sum = 0;
  for (ptrdiff_t place = 0; place < most; place++) {
    int16_t largest = __builtin_reduce_max(best[0]);
    sum += largest;
    if (largest == 0 || sum + largest * (int32_t)(most - 1 - place) < least) return sum;
    // Takes it out of the first lane that has it.
    ptrdiff_t lane = 0;
    while (best[0][lane] != largest) lane++;
    for (ptrdiff_t next = 0; next + 1 < most; next++) best[next][lane] = best[next + 1][lane];
    best[most - 1][lane] = 0;
  }
  return sum;
}

/// Takes note that some cells are lost once more: the planes of those lost once, twice and three
/// times stand one behind the other.
static inline void almanac_cells_lose(uint64_t *planes, const uint64_t *cells, ptrdiff_t words) {
  for (ptrdiff_t word = 0; word < words; word += 4) {
    almanac_cells lost = almanac_cells_load(cells + word);
    almanac_cells once = almanac_cells_load(planes + word);
    almanac_cells twice = almanac_cells_load(planes + words + word);
    almanac_cells thrice = almanac_cells_load(planes + 2 * words + word);
    almanac_cells_store(planes + 2 * words + word, thrice | (twice & lost));
    almanac_cells_store(planes + words + word, twice | (once & lost));
    almanac_cells_store(planes + word, once | lost);
  }
}

/// Makes sets of cells empty, of few words: `memset` is a call.
static inline void almanac_cells_clear(uint64_t *cells, ptrdiff_t words) {
  for (ptrdiff_t word = 0; word < words; word += 4) {
    almanac_cells_store(cells + word, (almanac_cells){0});
    __asm__ volatile("");
  }
}

static inline void almanac_cells_join(uint64_t *to, const uint64_t *cells, ptrdiff_t words) {
  for (ptrdiff_t word = 0; word < words; word += 4) {
    almanac_cells_store(to + word,
                        almanac_cells_load(to + word) | almanac_cells_load(cells + word));
  }
}

#endif
