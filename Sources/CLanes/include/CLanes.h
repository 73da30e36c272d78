/// Lines eight at a time, and sums over intervals of lines 32 intervals at a time.
///
/// A vector has one byte for each first line `a` of an interval (lane `a`, 1…25; lane 0 stays
/// empty), a table one vector for each last line `b`, at `b * 32`. Swift's own byte vectors compile
/// to loops over their lanes for `&`, `min` and comparisons, and loops over pointers carry a test
/// for overlap each; so these few lines are C. They hold no rule: what is added up, and what
/// follows from it, is in Swift.
#ifndef ALMANAC_CLANES_H
#define ALMANAC_CLANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CZeroes.h"

// Vectors are passed in another way where there is AVX than where there is not. All functions here
// are inlined, so that nobody calls one across such a border; without this, whoever builds the
// engine for plain x86-64 is told some forty times.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

typedef uint8_t almanac_lanes __attribute__((vector_size(32)));

static inline almanac_lanes almanac_lanes_load(const uint8_t *from) {
  almanac_lanes lanes;
  memcpy(&lanes, from, 32);
  return lanes;
}

static inline void almanac_lanes_store(uint8_t *to, almanac_lanes lanes) { memcpy(to, &lanes, 32); }

static inline void almanac_lanes_add(uint8_t *to, almanac_lanes lanes) {
  almanac_lanes_store(to, almanac_lanes_load(to) + lanes);
}

static inline almanac_lanes almanac_lanes_all(uint8_t value) {
  return (almanac_lanes){0} + value;
}

/// Copies some vectors.
///
/// There are few of them: calling the library takes longer.
static inline void almanac_lanes_copy(uint8_t *to, const uint8_t *from, ptrdiff_t count) {
  for (ptrdiff_t at = 0; at < count; at++) {
    almanac_lanes_store(to + at * 32, almanac_lanes_load(from + at * 32));
  }
}

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

static inline uint64_t almanac_octet_bits(almanac_octet bytes) {
  uint64_t bits;
  memcpy(&bits, &bytes, 8);
  return bits;
}

/// `Runs.capacity` of eight lines of up to 30 cells; a test holds the two together.
static inline almanac_words almanac_words_capacity(almanac_words cells) {
  almanac_words starts = cells & ~(cells << 1);
  almanac_words fromEven = cells & ~(cells + (starts & 0x55555555));
  // Of two neighbours at most one counts, and of all cells at most 15: so two bits hold the count of
  // a pair and of two pairs, and four bits that of the line.
  almanac_words pairs = (fromEven & 0x55555555) + ((cells ^ fromEven) >> 1 & 0x55555555);
  return ((pairs + (pairs >> 2)) & 0x33333333) * 0x11111111 >> 28;
}

/// Whether one of the lines 1…side, or two neighbours read as one, can hold less than it needs.
///
/// Reads the lines and needs 0…side rounded up to a multiple of 8, and one more; line 0 is empty.
static inline bool almanac_lines_lack(const uint32_t *lines, const uint8_t *needs, ptrdiff_t side) {
  const almanac_words lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  almanac_words wrong = {0};
  for (ptrdiff_t first = 0; first <= side; first += 8) {
    almanac_words here = almanac_words_load(lines + first);
    almanac_words both = here | almanac_words_load(lines + first + 1);
    almanac_words need =
        __builtin_convertvector(almanac_octet_load(needs + first), almanac_words);
    almanac_words needBoth =
        need + __builtin_convertvector(almanac_octet_load(needs + first + 1), almanac_words);
    almanac_words lacks = (almanac_words)(almanac_words_capacity(here) < need) |
                          (almanac_words)(almanac_words_capacity(both) < needBoth);
    wrong |= lacks & (almanac_words)(lanes + (uint32_t)first <= (uint32_t)side);
  }
  return __builtin_reduce_or(wrong) != 0;
}

/// Finds the stars that leave a line, or two adjacent ones, less than they need by what they touch.
///
/// A star takes from its own line, and from those before and behind it, its bit and the two beside
/// that. All lines are asked at once, a bit after the other; nothing else is taken, so this is the
/// whole answer only for stars that complete nothing.
///
/// - bad: gets, for each bit 1…side, the lines 1…side on which such a star falls short, a bit each.
///
/// Reads as `almanac_lines_lack` does.
static inline void almanac_stars_lack(uint32_t *bad, const uint32_t *lines, const uint8_t *needs,
                                      ptrdiff_t side) {
  const almanac_words bits = {1, 2, 4, 8, 16, 32, 64, 128};
  for (ptrdiff_t at = 1; at <= side; at++) {
    uint32_t far = ~(UINT32_C(7) << (at - 1));
    almanac_words stars = {0};
    for (ptrdiff_t first = 0; first <= side; first += 8) {
      almanac_words here = almanac_words_load(lines + first);
      almanac_words next = almanac_words_load(lines + first + 1);
      almanac_words need =
          __builtin_convertvector(almanac_octet_load(needs + first), almanac_words);
      almanac_words needBoth =
          need + __builtin_convertvector(almanac_octet_load(needs + first + 1), almanac_words);
      almanac_words own = bits << (uint32_t)first;
      // The line itself: with the star on it, and with the star on one beside it.
      almanac_words held = almanac_words_capacity(here & far);
      stars |= (almanac_words)(held + 1 < need) & own;
      stars |= (almanac_words)(held < need) & (own << 1 | own >> 1);
      // The line and the next one: with the star on one of them, before them, behind them.
      stars |= (almanac_words)(almanac_words_capacity((here | next) & far) + 1 < needBoth) &
               (own | own << 1);
      stars |= (almanac_words)(almanac_words_capacity((here & far) | next) < needBoth) & own >> 1;
      stars |= (almanac_words)(almanac_words_capacity(here | (next & far)) < needBoth) & own << 2;
    }
    bad[at] = __builtin_reduce_or(stars);
  }
}

/// What a star takes away from the rows, or from the columns, of a board.
typedef struct {
  /// The star's own line, and its bit in it.
  uint32_t line, bit;
  /// What it takes from its own line, and from every line.
  uint32_t own, all;
  /// Its region's cells, of which it takes those in `whole`: all or none.
  const uint32_t *region;
  uint32_t whole;
} almanac_star;

/// What it takes from the lines `first … first + 7`.
static inline almanac_words almanac_star_takes(const almanac_star *star, ptrdiff_t first) {
  const almanac_words lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  // 0, 1 and 2 in the line before its own, in that, and in the one behind.
  almanac_words place = lanes + ((uint32_t)first + 1 - star->line);
  uint32_t near = (star->bit << 1) | star->bit | (star->bit >> 1);
  return ((almanac_words)(place <= 2) & near) | ((almanac_words)(place == 1) & star->own) |
         (almanac_words_load(star->region + first) & star->whole) | star->all;
}

/// Leaves in `left` what a star leaves of the lines 1…side, and tells whether a line, or two
/// adjacent ones, can then hold less than they need.
///
/// Reads and writes as `almanac_lines_lack` reads; the star's own line needs one star less.
static inline bool almanac_star_lacks(uint32_t *left, const uint32_t *lines, const uint8_t *needs,
                                      const almanac_star *star, ptrdiff_t side) {
  const almanac_words lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  almanac_words wrong = {0};
  almanac_words here = almanac_words_load(lines) & ~almanac_star_takes(star, 0);
  for (ptrdiff_t first = 0; first <= side; first += 8) {
    almanac_words next = {0};
    if (first + 8 <= side) {
      next = almanac_words_load(lines + first + 8) & ~almanac_star_takes(star, first + 8);
    }
    almanac_words both = here | __builtin_shufflevector(here, next, 1, 2, 3, 4, 5, 6, 7, 8);
    memcpy(left + first, &here, 32);
    almanac_words line = lanes + (uint32_t)first;
    almanac_words mine = (almanac_words)(line == star->line);
    almanac_words mineNext = (almanac_words)(line == star->line - 1);
    // A comparison that holds is −1.
    almanac_words need =
        __builtin_convertvector(almanac_octet_load(needs + first), almanac_words) + mine;
    almanac_words needBoth =
        need + mineNext +
        __builtin_convertvector(almanac_octet_load(needs + first + 1), almanac_words);
    almanac_words lacks = (almanac_words)(almanac_words_capacity(here) < need) |
                          (almanac_words)(almanac_words_capacity(both) < needBoth);
    wrong |= lacks & (almanac_words)(line <= (uint32_t)side);
    here = next;
  }
  return __builtin_reduce_or(wrong) != 0;
}

/// Which of some cells are not among those that are left, in the rows 1…side.
///
/// - Returns: the rows with such cells, a bit each.
static inline uint32_t almanac_words_lost(uint32_t *lost, const uint32_t *cells,
                                          const uint32_t *left, ptrdiff_t side) {
  uint32_t rows = 0;
  for (ptrdiff_t first = 0; first <= side; first += 8) {
    almanac_words here = almanac_words_load(cells + first) & ~almanac_words_load(left + first);
    memcpy(lost + first, &here, 32);
    rows |= almanac_words_bits((almanac_words)(here != 0)) << first;
  }
  return rows;
}

/// Whether one of 96 containers has fewer unknown cells than it needs stars.
static inline bool almanac_counts_lack(const uint16_t *unknowns, const uint8_t *needs) {
  typedef uint16_t counts __attribute__((vector_size(32)));
  typedef uint8_t quotas __attribute__((vector_size(16)));
  counts lacking = {0};
  for (ptrdiff_t first = 0; first < 96; first += 16) {
    counts unknown;
    quotas need;
    memcpy(&unknown, unknowns + first, 32);
    memcpy(&need, needs + first, 16);
    lacking |= __builtin_elementwise_sub_sat(__builtin_convertvector(need, counts), unknown);
  }
  return __builtin_reduce_or(lacking) != 0;
}

/// Which of 32 containers have unknown cells but need no star, or need stars and have no more such
/// cells than that, a bit each.
static inline uint32_t almanac_counts_decided(const uint16_t *unknowns, const uint8_t *needs) {
  typedef uint16_t counts __attribute__((vector_size(64)));
  typedef uint8_t quotas __attribute__((vector_size(32)));
  typedef bool truths __attribute__((ext_vector_type(32)));
  counts unknown;
  quotas few;
  memcpy(&unknown, unknowns, 64);
  memcpy(&few, needs, 32);
  counts need = __builtin_convertvector(few, counts);
  counts is = ((counts)(need >= unknown) | (counts)(need == 0)) & (counts)((need | unknown) != 0);
  truths holds = __builtin_convertvector(is, truths);
  uint32_t bits;
  memcpy(&bits, &holds, 4);
  return bits;
}

/// Which of eight lines can hold no more than the stars they need, a bit each; without those that
/// need none.
static inline uint32_t almanac_words_tight(almanac_words cells, almanac_octet needs) {
  almanac_words need = __builtin_convertvector(needs, almanac_words);
  return almanac_words_bits((almanac_words)(almanac_words_capacity(cells) <= need) &
                            (almanac_words)(need != 0));
}

/// The lines 1…side that can hold no more than the stars they need, a bit each; without those that
/// need none.
///
/// Reads the lines and needs 0…side rounded up to a multiple of 8; line 0 and those behind the last
/// need none.
static inline uint32_t almanac_lines_tight(const uint32_t *lines, const uint8_t *needs,
                                           ptrdiff_t side) {
  uint32_t tight = 0;
  for (ptrdiff_t first = 0; first <= side; first += 8) {
    tight |= almanac_words_tight(almanac_words_load(lines + first),
                                 almanac_octet_load(needs + first))
             << first;
  }
  return tight;
}

/// The same of each line read as one with the line behind it, named by the first of the two.
///
/// Reads one line and need more than `almanac_lines_tight`. The bits of line 0 and of the last line
/// mean nothing.
static inline uint32_t almanac_pairs_tight(const uint32_t *lines, const uint8_t *needs,
                                           ptrdiff_t side) {
  uint32_t tight = 0;
  for (ptrdiff_t first = 0; first < side; first += 8) {
    tight |= almanac_words_tight(
                 almanac_words_load(lines + first) | almanac_words_load(lines + first + 1),
                 almanac_octet_load(needs + first) + almanac_octet_load(needs + first + 1))
             << first;
  }
  return tight;
}

/// How tight each of the lines 0…side is: `whole` parted by one more than the stars that it can hold
/// beyond those it needs; 0 where it needs none.
///
/// Reads and writes up to 7 places further. No line needs more than it can hold.
static inline void almanac_lines_tightness(uint32_t *tight, const uint32_t *lines,
                                           const uint8_t *needs, float whole, ptrdiff_t side) {
  typedef int32_t numbers __attribute__((vector_size(32)));
  typedef float fractions __attribute__((vector_size(32)));
  for (ptrdiff_t first = 0; first <= side; first += 8) {
    almanac_words need =
        __builtin_convertvector(almanac_octet_load(needs + first), almanac_words);
    numbers parts = (numbers)(almanac_words_capacity(almanac_words_load(lines + first)) - need) + 1;
    // Quotients of numbers so small are either whole or so far from it that rounding does not show.
    numbers shares =
        __builtin_convertvector(whole / __builtin_convertvector(parts, fractions), numbers);
    almanac_words here = (almanac_words)shares & (almanac_words)(need != 0);
    memcpy(tight + first, &here, 32);
  }
}

/// Writes what each of eight lines can hold, and each read as one with the line before.
static inline void almanac_lines_measure(uint8_t *alone, uint8_t *paired, almanac_words here,
                                         almanac_words before) {
  almanac_octet one = __builtin_convertvector(almanac_words_capacity(here), almanac_octet);
  almanac_octet two = __builtin_convertvector(almanac_words_capacity(here | before), almanac_octet);
  memcpy(alone, &one, 8);
  memcpy(paired, &two, 8);
}

/// Gathers the unknown cells of a region in the lines low…high, all that it has, and what these can
/// hold.
///
/// `alone` and `paired` get what each line can hold, and each read as one with the line before; all
/// of the three are written, and lines read, up to 7 places further, where the region has nothing.
///
/// - Returns: the lines with cells, a bit each.
static inline uint32_t almanac_region_measure(uint32_t *cells, uint8_t *alone, uint8_t *paired,
                                              const uint32_t *lines, const uint32_t *masks,
                                              ptrdiff_t low, ptrdiff_t high) {
  uint32_t found = 0;
  for (ptrdiff_t first = low; first <= high; first += 8) {
    almanac_words here = almanac_words_load(lines + first) & almanac_words_load(masks + first);
    almanac_words before =
        almanac_words_load(lines + first - 1) & almanac_words_load(masks + first - 1);
    memcpy(cells + first, &here, 32);
    almanac_lines_measure(alone + first, paired + first, here, before);
    found |= almanac_words_bits((almanac_words)(here != 0)) << first;
  }
  return found;
}

/// The rows low…high in which a region has unknown cells, a bit each, and the columns in which it
/// has.
static inline uint32_t almanac_region_rows(uint32_t *columns, const uint32_t *rows,
                                           const uint32_t *masks, ptrdiff_t low, ptrdiff_t high) {
  almanac_words cells = {0};
  uint32_t found = 0;
  for (ptrdiff_t first = low; first <= high; first += 8) {
    almanac_words here = almanac_words_load(rows + first) & almanac_words_load(masks + first);
    cells |= here;
    found |= almanac_words_bits((almanac_words)(here != 0)) << first;
  }
  *columns = __builtin_reduce_or(cells);
  return found;
}

/// Gathers the unknown cells of a region in the rows low…high, of these in `only`, a bit each, and
/// in `columns`; up to 7 places further, where the region has nothing, zeroes.
///
/// - Returns: the rows with such cells, a bit each.
static inline uint32_t almanac_region_cells(uint32_t *cells, const uint32_t *rows,
                                            const uint32_t *masks, uint32_t only, uint32_t columns,
                                            ptrdiff_t low, ptrdiff_t high) {
  const almanac_words bits = {1, 2, 4, 8, 16, 32, 64, 128};
  uint32_t found = 0;
  for (ptrdiff_t first = low; first <= high; first += 8) {
    almanac_words here = almanac_words_load(rows + first) & almanac_words_load(masks + first) &
                         columns & (almanac_words)((bits & (only >> first)) != 0);
    memcpy(cells + first, &here, 32);
    found |= almanac_words_bits((almanac_words)(here != 0)) << first;
  }
  return found;
}

/// How many bits three rows of words have in common, in the places low…high.
///
/// One of them has nothing in the place behind, which is read as well.
static inline ptrdiff_t almanac_words_shared(const uint32_t *first, const uint32_t *second,
                                             const uint32_t *third, ptrdiff_t low,
                                             ptrdiff_t high) {
  ptrdiff_t count = 0;
  for (ptrdiff_t at = low; at <= high; at += 2) {
    uint64_t one, two, three;
    memcpy(&one, first + at, 8);
    memcpy(&two, second + at, 8);
    memcpy(&three, third + at, 8);
    count += __builtin_popcountll(one & two & three);
  }
  return count;
}

/// Copies some rows of cells, 1…8, and makes them eight by empty ones. Eight are read.
///
/// - Returns: a number by which to find what is kept for them, and for a use of them.
static inline uint32_t almanac_rows_key(uint32_t *cells, const uint32_t *rows, ptrdiff_t count,
                                        uint32_t use) {
  const almanac_words lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  // Odd, and unlike each other.
  const almanac_words factors = {0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F,
                                 0x165667B1, 0xD3A2646D, 0xFD7046C5, 0xB55A4F09};
  almanac_words here = almanac_words_load(rows) & (almanac_words)(lanes < (uint32_t)count);
  memcpy(cells, &here, 32);
  return __builtin_reduce_add(here * factors) + use * 0x2C1B3C6D;
}

/// Whether eight rows are the same.
static inline bool almanac_rows_same(const uint32_t *rows, const uint32_t *others) {
  return __builtin_reduce_or(almanac_words_load(rows) ^ almanac_words_load(others)) == 0;
}

/// Copies some rows, eight at a time.
static inline void almanac_rows_copy(uint32_t *to, const uint32_t *rows, ptrdiff_t count) {
  for (ptrdiff_t at = 0; at < count; at += 8) memcpy(to + at, rows + at, 32);
}

/// Fills some rows, eight at a time.
static inline void almanac_rows_fill(uint32_t *rows, uint32_t cells, ptrdiff_t count) {
  almanac_words all = (almanac_words){0} + cells;
  for (ptrdiff_t at = 0; at < count; at += 8) memcpy(rows + at, &all, 32);
}

/// The cells that are in rows, or in the rows above or below them, and the cells beside them.
static inline almanac_words almanac_rows_near(const uint32_t *rows, ptrdiff_t at) {
  almanac_words near = almanac_words_load(rows + at) | almanac_words_load(rows + at - 1) |
                       almanac_words_load(rows + at + 1);
  return near | near << 1 | near >> 1;
}

/// Takes note of where some stars can be: of cells that some have and that all have, and of those
/// that some do not touch, in the rows 0…last, eight at a time.
///
/// Reads the stars of a row before and of one behind.
static inline void almanac_rows_learn(uint32_t *some, uint32_t *all, uint32_t *untouched,
                                      const uint32_t *stars, ptrdiff_t last) {
  for (ptrdiff_t at = 0; at <= last; at += 8) {
    almanac_words here = almanac_words_load(stars + at);
    almanac_words now = almanac_words_load(some + at) | here;
    memcpy(some + at, &now, 32);
    now = almanac_words_load(all + at) & here;
    memcpy(all + at, &now, 32);
    now = almanac_words_load(untouched + at) | ~almanac_rows_near(stars, at);
    memcpy(untouched + at, &now, 32);
  }
}

/// Gathers the cells of lines that are beside some cells but none of them, in the rows 0…last,
/// eight at a time.
///
/// Reads the cells of a row before and of one behind, which with all that follow are empty.
static inline void almanac_rows_beside(uint32_t *beside, const uint32_t *cells,
                                       const uint32_t *lines, ptrdiff_t last) {
  for (ptrdiff_t at = 0; at <= last; at += 8) {
    almanac_words here = almanac_rows_near(cells, at) & almanac_words_load(lines + at) &
                         ~almanac_words_load(cells + at);
    memcpy(beside + at, &here, 32);
  }
}

/// The rows 0…last in which cells are among others, a bit each.
static inline uint32_t almanac_rows_among(const uint32_t *cells, const uint32_t *others,
                                          ptrdiff_t last) {
  uint32_t rows = 0;
  for (ptrdiff_t at = 0; at <= last; at += 8) {
    almanac_words here = almanac_words_load(cells + at) & almanac_words_load(others + at);
    rows |= almanac_words_bits((almanac_words)(here != 0)) << at;
  }
  return rows;
}

/// The rows 0…last in which cells are in neither of two others, a bit each.
static inline uint32_t almanac_rows_beyond(const uint32_t *cells, const uint32_t *first,
                                           const uint32_t *second, ptrdiff_t last) {
  uint32_t rows = 0;
  for (ptrdiff_t at = 0; at <= last; at += 8) {
    almanac_words here = almanac_words_load(cells + at) & ~almanac_words_load(first + at) &
                         ~almanac_words_load(second + at);
    rows |= almanac_words_bits((almanac_words)(here != 0)) << at;
  }
  return rows;
}

/// Which of some masks, up to 32, have bits both inside another mask and outside it, a bit each.
///
/// Reads their number rounded up to a multiple of 8.
static inline uint32_t almanac_masks_split(const uint32_t *masks, uint32_t by, ptrdiff_t count) {
  uint32_t split = 0;
  for (ptrdiff_t first = 0; first < count; first += 8) {
    almanac_words here = almanac_words_load(masks + first);
    split |= almanac_words_bits((almanac_words)((here & by) != 0) &
                                (almanac_words)((here & ~by) != 0))
             << first;
  }
  return split;
}

/// Whether the unknown cells of a region are others than those noted, in the lines low…high and up
/// to 7 further.
static inline bool almanac_region_differs(const uint32_t *noted, const uint32_t *lines,
                                          const uint32_t *masks, ptrdiff_t low, ptrdiff_t high) {
  almanac_words difference = {0};
  for (ptrdiff_t first = low; first <= high; first += 8) {
    difference |= (almanac_words_load(lines + first) & almanac_words_load(masks + first)) ^
                  almanac_words_load(noted + first);
  }
  return __builtin_reduce_or(difference) != 0;
}

/// Measures a region in the lines low…high as `almanac_region_measure` does, but for its cells, and
/// tells whether it has just this measure in another place: what its lines can hold alone, and 64
/// places further, paired.
static inline bool almanac_region_measures(uint8_t *measure, const uint8_t *other,
                                           const uint32_t *lines, const uint32_t *masks,
                                           ptrdiff_t low, ptrdiff_t high) {
  uint64_t difference = 0;
  for (ptrdiff_t first = low; first <= high; first += 8) {
    uint8_t *alone = measure + first, *paired = measure + 64 + first;
    almanac_lines_measure(alone, paired,
                          almanac_words_load(lines + first) & almanac_words_load(masks + first),
                          almanac_words_load(lines + first - 1) &
                              almanac_words_load(masks + first - 1));
    uint64_t bits =
        almanac_octet_bits(almanac_octet_load(alone) ^ almanac_octet_load(other + first)) |
        almanac_octet_bits(almanac_octet_load(paired) ^ almanac_octet_load(other + 64 + first));
    ptrdiff_t beyond = first + 7 - high;
    difference |= beyond > 0 ? bits << (8 * beyond) : bits;
  }
  return difference == 0;
}

/// Fills a table with `f(a, b) = min(f(a, b − 1) + alone[b], f(a, b − 2) + paired[b])` for `b` =
/// low…high.
///
/// `upTo` has 0xFF in the lanes 1…b.
static inline void almanac_lanes_fill(uint8_t *table, const uint8_t *alone, const uint8_t *paired,
                                      const uint8_t *upTo, ptrdiff_t low, ptrdiff_t high) {
  almanac_lanes one = {0}, two = {0};
  for (ptrdiff_t end = low; end <= high; end++) {
    almanac_lanes now = __builtin_elementwise_min(one + alone[end], two + paired[end]) &
                        almanac_lanes_load(upTo + end * 32);
    almanac_lanes_store(table + end * 32, now);
    two = one;
    one = now;
  }
}

/// Adds a region's share to the steps of the sums of most and least.
///
/// With `f` in `table`, most(a, b) = min(need, f(a, b)), and least(a, b) = need − f(low, a − 1) −
/// f(b + 1, high), or 0; a step is the difference to the interval that ends a line earlier.
/// `kept` gets what was added, of most, then of least at `+ 1024`, unless it is null; what is in
/// `instead`, in the same way, is taken back, unless that is null.
__attribute__((always_inline)) static inline void almanac_lanes_share_step(
    uint8_t *most, uint8_t *least, uint8_t *kept, const uint8_t *instead, const uint8_t *table,
    const uint8_t *upTo, uint8_t need, ptrdiff_t low, ptrdiff_t high) {
  const uint8_t *total = table + high * 32;
  // What the region's lines before `a` must hold.
  uint8_t owed[32];
  almanac_lanes_store(owed, __builtin_elementwise_sub_sat(almanac_lanes_all(need),
                                                          almanac_lanes_load(total)));
  // What they can hold, f(low, a − 1): in all lanes behind `b` no less than f(low, b).
  almanac_lanes before = almanac_lanes_all(total[low]) & ~almanac_lanes_load(upTo + high * 32);
  for (ptrdiff_t end = low; end < high; end++) {
    before = __builtin_elementwise_max(before, almanac_lanes_all(table[end * 32 + low]) &
                                                   ~almanac_lanes_load(upTo + end * 32));
  }

  almanac_lanes earlierMost = {0}, earlierLeast = {0};
  for (ptrdiff_t end = low; end <= high; end++) {
    almanac_lanes mostNow = __builtin_elementwise_min(almanac_lanes_load(table + end * 32),
                                                      almanac_lanes_all(need));
    almanac_lanes leastNow =
        __builtin_elementwise_sub_sat(almanac_lanes_all(owed[end + 1]), before);
    almanac_lanes mostStep = mostNow - earlierMost;
    almanac_lanes leastStep = leastNow - earlierLeast;
    if (kept) {
      almanac_lanes_store(kept + end * 32, mostStep);
      almanac_lanes_store(kept + 1024 + end * 32, leastStep);
    }
    if (instead) {
      mostStep -= almanac_lanes_load(instead + end * 32);
      leastStep -= almanac_lanes_load(instead + 1024 + end * 32);
    }
    almanac_lanes_add(most + end * 32, mostStep);
    almanac_lanes_add(least + end * 32, leastStep);
    earlierMost = mostNow;
    earlierLeast = leastNow;
  }
}

/// Adds a region's share, and keeps what was added.
static inline void almanac_lanes_share(uint8_t *most, uint8_t *least, uint8_t *kept,
                                       const uint8_t *table, const uint8_t *upTo, uint8_t need,
                                       ptrdiff_t low, ptrdiff_t high) {
  if (!kept) __builtin_unreachable();
  almanac_lanes_share_step(most, least, kept, NULL, table, upTo, need, low, high);
}

/// Adds a region's share in the place of one that was kept.
static inline void almanac_lanes_exchange(uint8_t *most, uint8_t *least, const uint8_t *kept,
                                          const uint8_t *table, const uint8_t *upTo, uint8_t need,
                                          ptrdiff_t low, ptrdiff_t high) {
  if (!kept) __builtin_unreachable();
  almanac_lanes_share_step(most, least, NULL, kept, table, upTo, need, low, high);
}

/// Takes a share back.
static inline void almanac_lanes_withdraw(uint8_t *most, uint8_t *least, const uint8_t *shares,
                                          ptrdiff_t low, ptrdiff_t high) {
  for (ptrdiff_t end = low; end <= high; end++) {
    uint8_t *mostStep = most + end * 32, *leastStep = least + end * 32;
    almanac_lanes_store(mostStep,
                        almanac_lanes_load(mostStep) - almanac_lanes_load(shares + end * 32));
    almanac_lanes_store(
        leastStep, almanac_lanes_load(leastStep) - almanac_lanes_load(shares + 1024 + end * 32));
  }
}

/// Adds a value in the lanes that one mask has and another lacks.
static inline void almanac_lanes_add_between(uint8_t *to, uint8_t value, const uint8_t *mask,
                                             const uint8_t *without) {
  almanac_lanes_add(to, almanac_lanes_load(mask) & ~almanac_lanes_load(without) & value);
}

/// The sums up to some last line, of most, of least, and of what the lines need.
typedef struct {
  almanac_lanes most, least, need;
} almanac_sums;

/// Moves on to the next last line.
static inline void almanac_sums_step(almanac_sums *sums, const uint8_t *most, const uint8_t *least,
                                     const uint8_t *upTo, uint8_t need) {
  sums->need += almanac_lanes_load(upTo) & need;
  sums->most += almanac_lanes_load(most);
  sums->least += almanac_lanes_load(least);
}

static inline bool almanac_lanes_any(almanac_lanes lanes) {
  uint64_t words[4];
  memcpy(words, &lanes, 32);
  return (words[0] | words[1] | words[2] | words[3]) != 0;
}

/// Whether some interval up to line `last` or earlier can hold less than it needs, or must hold
/// more.
static inline bool almanac_lanes_overdrawn(const uint8_t *most, const uint8_t *least,
                                           const uint8_t *upTo, const uint8_t *needs,
                                           ptrdiff_t last) {
  almanac_sums sums = {{0}, {0}, {0}};
  almanac_lanes wrong = {0};
  for (ptrdiff_t end = 1; end <= last; end++) {
    almanac_sums_step(&sums, most + end * 32, least + end * 32, upTo + end * 32, needs[end]);
    wrong |= __builtin_elementwise_sub_sat(sums.need, sums.most) |
             __builtin_elementwise_sub_sat(sums.least, sums.need);
  }
  return almanac_lanes_any(wrong);
}

/// The lanes of a comparison that hold, a bit each.
static inline uint32_t almanac_lanes_bits(almanac_lanes comparison) {
  typedef bool truths __attribute__((ext_vector_type(32)));
  truths holds = __builtin_convertvector(comparison, truths);
  uint32_t bits;
  memcpy(&bits, &holds, 4);
  return bits;
}

/// Finds the intervals up to line `last` or earlier that need stars and whose most or least is just
/// that, or fails by it.
///
/// - tight: gets, for each last line with such intervals, their first lines, a bit each.
/// - sums: gets there, at `end * 96`, the sums of most, of least and of need, 32 bytes each.
///
/// - Returns: the last lines with such intervals, a bit each.
static inline uint32_t almanac_lanes_tight(uint32_t *tight, uint8_t *sums, const uint8_t *most,
                                           const uint8_t *least, const uint8_t *upTo,
                                           const uint8_t *needs, ptrdiff_t last) {
  almanac_sums now = {{0}, {0}, {0}};
  uint32_t ends = 0;
  for (ptrdiff_t end = 1; end <= last; end++) {
    almanac_sums_step(&now, most + end * 32, least + end * 32, upTo + end * 32, needs[end]);
    almanac_lanes spare =
        __builtin_elementwise_min(__builtin_elementwise_sub_sat(now.most, now.need),
                                  __builtin_elementwise_sub_sat(now.need, now.least));
    uint32_t found =
        almanac_lanes_bits((almanac_lanes)(spare == 0) & (almanac_lanes)(now.need != 0));
    if (found == 0) continue;
    ends |= UINT32_C(1) << end;
    tight[end] = found;
    almanac_lanes_store(sums + end * 96, now.most);
    almanac_lanes_store(sums + end * 96 + 32, now.least);
    almanac_lanes_store(sums + end * 96 + 64, now.need);
  }
  return ends;
}

/// Adding up: what containers share with parts, 16 parts at a time, and cells as bits, 256 at a
/// time. Rows of shares are filled up to a multiple of 16 parts, sets of cells to one of 4 words.
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

#pragma clang diagnostic pop

#endif
