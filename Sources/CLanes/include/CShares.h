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

/// The lanes of a comparison that hold, a bit each.
static inline uint16_t almanac_shares_bits(almanac_shares comparison) {
  typedef bool truths __attribute__((ext_vector_type(16)));
  truths holds = __builtin_convertvector(comparison, truths);
  uint16_t bits;
  memcpy(&bits, &holds, 2);
  return bits;
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

/// Takes over, for each part, what a row and another number come to, where that is more.
static inline void almanac_shares_raise(int16_t *to, const int16_t *row, int16_t more,
                                        ptrdiff_t count) {
  for (ptrdiff_t part = 0; part < count; part += 16) {
    almanac_shares largest = __builtin_elementwise_max(almanac_shares_load(to + part),
                                                       almanac_shares_load(row + part) + more);
    memcpy(to + part, &largest, 32);
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

/// The two largest values of parts.
typedef struct {
  int16_t first, second;
} almanac_largest_two;

static inline almanac_largest_two almanac_sum_largest_two(const almanac_sum *sum,
                                                          ptrdiff_t count) {
  almanac_shares first = almanac_sum_value(sum, 0);
  almanac_shares second = first - first + INT16_MIN;
  for (ptrdiff_t part = 16; part < count; part += 16) {
    almanac_shares value = almanac_sum_value(sum, part);
    second = __builtin_elementwise_max(second, __builtin_elementwise_min(first, value));
    first = __builtin_elementwise_max(first, value);
  }
  int16_t largest = __builtin_reduce_max(first);
  almanac_shares isLargest = first == largest;
  // In all lanes but the first that has the largest, the next is their own.
  uint16_t bits = almanac_shares_bits(isLargest);
  if (bits & (bits - 1)) return (almanac_largest_two){largest, largest};
  almanac_shares rest = (isLargest & second) | (~isLargest & first);
  return (almanac_largest_two){largest, __builtin_reduce_max(rest)};
}

/// The sum of the `most` largest values, none less than 0; or something less than `least`, where it
/// is. There are at most 11.
static inline int32_t almanac_sum_of_largest(const almanac_sum *first, const almanac_sum *second,
                                             ptrdiff_t count, ptrdiff_t most, int32_t least) {
  if (most == 1) return almanac_sum_largest(first, second, count);
  if (most == 2 && !second) {
    almanac_largest_two two = almanac_sum_largest_two(first, count);
    return (two.first > 0 ? two.first : 0) + (two.second > 0 ? two.second : 0);
  }
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

/// Works out the values of all parts.
///
/// Returns the largest of them.
static inline int16_t almanac_sum_values(int16_t *to, const almanac_sum *sum, ptrdiff_t count) {
  almanac_shares largest = almanac_sum_value(sum, 0);
  for (ptrdiff_t part = 0; part < count; part += 16) {
    almanac_shares value = almanac_sum_value(sum, part);
    memcpy(to + part, &value, 32);
    largest = __builtin_elementwise_max(largest, value);
  }
  return __builtin_reduce_max(largest);
}

/// Writes down which bits are set, counted from some number. Returns how many.
static inline ptrdiff_t almanac_bits_places(uint16_t bits, ptrdiff_t first, uint16_t *places) {
  ptrdiff_t found = 0;
  while (bits) {
    places[found++] = (uint16_t)(first + __builtin_ctz(bits));
    bits &= bits - 1;
  }
  return found;
}

/// The places, ascending, of the numbers that are no smaller than some other. Returns how many.
static inline ptrdiff_t almanac_shares_from(const int16_t *values, ptrdiff_t count, int16_t least,
                                            uint16_t *places) {
  ptrdiff_t found = 0;
  for (ptrdiff_t part = 0; part < count; part += 16) {
    uint16_t bits = almanac_shares_bits(almanac_shares_load(values + part) >= least);
    found += almanac_bits_places(bits, part, places + found);
  }
  return found;
}

/// How many cells two sets share.
static inline int32_t almanac_cells_shared(const uint64_t *first, const uint64_t *second,
                                           ptrdiff_t words) {
  int32_t sum = 0;
  for (ptrdiff_t word = 0; word < words; word += 4) {
    sum += __builtin_popcountll(first[word] & second[word]);
    sum += __builtin_popcountll(first[word + 1] & second[word + 1]);
    sum += __builtin_popcountll(first[word + 2] & second[word + 2]);
    sum += __builtin_popcountll(first[word + 3] & second[word + 3]);
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

/// The places of the numbers that are just so large, ascending. Returns how many.
static inline ptrdiff_t almanac_shares_equal(const int16_t *values, ptrdiff_t count, int16_t value,
                                             uint16_t *places) {
  ptrdiff_t found = 0;
  for (ptrdiff_t part = 0; part < count; part += 16) {
    uint16_t bits = almanac_shares_bits(almanac_shares_load(values + part) == value);
    found += almanac_bits_places(bits, part, places + found);
  }
  return found;
}

/// Holds some cells once more, as `almanac_cells_cover` covers them; all are held as often as they
/// count. Returns how often the cell is held that is held most.
static inline ptrdiff_t almanac_cells_hold(uint64_t *to, const uint64_t *from,
                                           const uint64_t *cells, ptrdiff_t heaviest,
                                           ptrdiff_t words) {
  almanac_cells any = {0};
  for (ptrdiff_t word = 0; word < words; word += 4) {
    almanac_cells held = almanac_cells_load(cells + word);
    for (ptrdiff_t weight = 0; weight < heaviest; weight++) {
      almanac_cells before = almanac_cells_load(from + weight * words + word);
      almanac_cells_store(to + weight * words + word, before | held);
      held &= before;
    }
    any |= held;
    if (heaviest < 6) almanac_cells_store(to + heaviest * words + word, held);
    for (ptrdiff_t plane = 6; plane < 9; plane++) {
      almanac_cells_store(to + plane * words + word, (almanac_cells){0});
    }
  }
  return heaviest + ((any[0] | any[1] | any[2] | any[3]) != 0);
}

/// Covers some cells once more.
///
/// Six sets of cells stand one behind the other, of those that are held more often than covered, by
/// one, two and so on; and behind them three of those that are covered more often than held, by
/// one, two, and three or more. Of the first six, those are looked at that are not empty.
static inline void almanac_cells_cover(uint64_t *to, const uint64_t *from, const uint64_t *cells,
                                       ptrdiff_t heaviest, ptrdiff_t words) {
  for (ptrdiff_t word = 0; word < words; word += 4) {
    almanac_cells covered = almanac_cells_load(cells + word);
    almanac_cells own = almanac_cells_load(from + word);
    almanac_cells beyond = covered & ~own;
    for (ptrdiff_t weight = 0; weight < heaviest; weight++) {
      ptrdiff_t place = weight * words + word;
      almanac_cells next = weight + 1 < heaviest ? almanac_cells_load(from + place + words)
                                                 : (almanac_cells){0};
      almanac_cells_store(to + place, (own & ~covered) | (next & covered));
      own = next;
    }
    for (ptrdiff_t plane = 6; plane < 9; plane++) {
      ptrdiff_t place = plane * words + word;
      almanac_cells before = almanac_cells_load(from + place);
      almanac_cells_store(to + place, before | beyond);
      beyond &= before;
    }
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
