/// The lines and the counts of a board.
#ifndef ALMANAC_CLINES_H
#define ALMANAC_CLINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CWords.h"

/// `Runs.capacity` of eight lines of up to 30 cells; a test holds the two together.
static inline almanac_words almanac_words_capacity(almanac_words cells) {
  almanac_words starts = cells & ~(cells << 1);
  almanac_words fromEven = cells & ~(cells + (starts & 0x55555555));
  // Of two neighbours at most one counts, and of all cells at most 15: so two bits hold the count
  // of a pair and of two pairs, and four bits that of the line.
  almanac_words pairs = (fromEven & 0x55555555) + ((cells ^ fromEven) >> 1 & 0x55555555);
  return ((pairs + (pairs >> 2)) & 0x33333333) * 0x11111111 >> 28;
}

/// Whether one of the lines 1…side can hold less than it needs, or with `pairs` two neighbours read
/// as one.
///
/// Reads the lines and needs 0…side rounded up to a multiple of 8, and one more; line 0 is empty.
static inline bool almanac_lines_lack(const uint32_t *lines, const uint8_t *needs, ptrdiff_t side,
                                      bool pairs) {
  const almanac_words lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  almanac_words wrong = {0};
  for (ptrdiff_t first = 0; first <= side; first += 8) {
    almanac_words here = almanac_words_load(lines + first);
    almanac_words need =
        __builtin_convertvector(almanac_octet_load(needs + first), almanac_words);
    almanac_words lacks = (almanac_words)(almanac_words_capacity(here) < need);
    if (pairs) {
      almanac_words both = here | almanac_words_load(lines + first + 1);
      almanac_words needBoth =
          need + __builtin_convertvector(almanac_octet_load(needs + first + 1), almanac_words);
      lacks |= (almanac_words)(almanac_words_capacity(both) < needBoth);
    }
    wrong |= lacks & (almanac_words)(lanes + (uint32_t)first <= (uint32_t)side);
  }
  return __builtin_reduce_or(wrong) != 0;
}

/// Which of 32 containers need more stars than some number, a bit each.
static inline uint32_t almanac_needs_above(const uint8_t *needs, uint8_t number) {
  typedef uint8_t quotas __attribute__((vector_size(32)));
  typedef bool truths __attribute__((ext_vector_type(32)));
  quotas need;
  memcpy(&need, needs, 32);
  truths holds = __builtin_convertvector((quotas)(need > number), truths);
  uint32_t bits;
  memcpy(&bits, &holds, 4);
  return bits;
}

/// Where a star can lie that is on each of some lines, and on one of each of some pairs of adjacent
/// lines: a bit for each line. Pairs are named by their first line.
static inline uint32_t almanac_lines_common(uint32_t lines, uint32_t pairs) {
  const uint32_t any = ~UINT32_C(0);
  uint32_t single = lines == 0 ? any : lines & (lines - 1) ? 0 : lines;
  uint32_t first = pairs & (0 - pairs), both = first | first << 1;
  uint32_t paired = pairs == 0 ? any : pairs == first ? both : pairs == both ? first << 1 : 0;
  return single & paired;
}

/// Finds the stars that leave a line, or with `pairs` two adjacent ones, less than they need.
///
/// A star takes its bit and the two beside it from its own line, from the one before and from the
/// one behind; and its bit from all lines, where that is in `whole`. What else it takes where it
/// completes its own line makes no difference: that needs nothing more then. So this is the whole
/// answer for stars that complete no region.
///
/// All lines are asked at once, a bit after the other. No line or pair may lack anything yet.
///
/// - bad: gets, for each bit 1…side, the lines 1…side on which such a star falls short, a bit each;
///   none for bits that no line has.
///
/// Reads as `almanac_lines_lack` does.
///
/// - Returns: whether `bad` has any.
static inline bool almanac_stars_lack(uint32_t *bad, const uint32_t *lines, const uint8_t *needs,
                                      uint32_t whole, ptrdiff_t side, bool pairs) {
  const almanac_words bits = {1, 2, 4, 8, 16, 32, 64, 128};
  almanac_words cells = {0};
  for (ptrdiff_t first = 0; first <= side; first += 8) cells |= almanac_words_load(lines + first);
  uint32_t open = __builtin_reduce_or(cells), any = 0;
  uint32_t board = (UINT32_C(2) << side) - 2;
  for (ptrdiff_t at = 1; at <= side; at++) {
    bad[at] = 0;
    if (!(open >> at & 1)) continue;
    uint32_t far = ~(UINT32_C(7) << (at - 1));
    bool isWhole = whole >> at & 1;
    uint32_t kept = isWhole ? ~(UINT32_C(1) << at) : ~UINT32_C(0);
    almanac_words stars = {0}, alone = {0}, paired = {0};
    for (ptrdiff_t first = 0; first <= side; first += 8) {
      almanac_words here = almanac_words_load(lines + first) & kept;
      almanac_words need =
          __builtin_convertvector(almanac_octet_load(needs + first), almanac_words);
      almanac_words own = bits << (uint32_t)first;
      // The line itself: with the star on it, and with the star on one beside it.
      almanac_words held = almanac_words_capacity(here & far);
      stars |= (almanac_words)(held + 1 < need) & own;
      stars |= (almanac_words)(held < need) & (own << 1 | own >> 1);
      // With the star elsewhere.
      if (isWhole) alone |= (almanac_words)(almanac_words_capacity(here) < need) & own;
      if (!pairs) continue;
      almanac_words next = almanac_words_load(lines + first + 1) & kept;
      almanac_words needBoth =
          need + __builtin_convertvector(almanac_octet_load(needs + first + 1), almanac_words);
      // The line and the next one: with the star on one of them, before them, behind them.
      stars |= (almanac_words)(almanac_words_capacity((here | next) & far) + 1 < needBoth) &
               (own | own << 1);
      stars |= (almanac_words)(almanac_words_capacity((here & far) | next) < needBoth) & own >> 1;
      stars |= (almanac_words)(almanac_words_capacity(here | (next & far)) < needBoth) & own << 2;
      if (isWhole) {
        paired |= (almanac_words)(almanac_words_capacity(here | next) < needBoth) & own;
      }
    }
    bad[at] = __builtin_reduce_or(stars) & board;
    if (isWhole) {
      // What is read behind the lines may be of other containers.
      uint32_t both = __builtin_reduce_or(paired) & (board | 1);
      bad[at] |= board & ~almanac_lines_common(__builtin_reduce_or(alone) & board, both);
    }
    any |= bad[at];
  }
  return any != 0;
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

/// What a star leaves of the lines 0…side, and up to 7 further.
static inline void almanac_star_leaves(uint32_t *left, const uint32_t *lines,
                                       const almanac_star *star, ptrdiff_t side) {
  for (ptrdiff_t first = 0; first <= side; first += 8) {
    almanac_words here = almanac_words_load(lines + first) & ~almanac_star_takes(star, first);
    memcpy(left + first, &here, 32);
  }
}

/// Whether a star leaves one of the lines 1…side, or with `pairs` two adjacent ones, less than they
/// need; its own line needs one star less then.
///
/// Reads as `almanac_lines_lack` does.
static inline bool almanac_star_lacks(const uint32_t *lines, const uint8_t *needs,
                                      const almanac_star *star, ptrdiff_t side, bool pairs) {
  const almanac_words lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  almanac_words wrong = {0};
  almanac_words here = almanac_words_load(lines) & ~almanac_star_takes(star, 0);
  for (ptrdiff_t first = 0; first <= side; first += 8) {
    almanac_words next = {0};
    if (first + 8 <= side) {
      next = almanac_words_load(lines + first + 8) & ~almanac_star_takes(star, first + 8);
    }
    almanac_words line = lanes + (uint32_t)first;
    almanac_words mine = (almanac_words)(line == star->line);
    // A comparison that holds is −1.
    almanac_words need =
        __builtin_convertvector(almanac_octet_load(needs + first), almanac_words) + mine;
    almanac_words lacks = (almanac_words)(almanac_words_capacity(here) < need);
    if (pairs) {
      almanac_words both = here | __builtin_shufflevector(here, next, 1, 2, 3, 4, 5, 6, 7, 8);
      almanac_words mineNext = (almanac_words)(line == star->line - 1);
      almanac_words needBoth =
          need + mineNext +
          __builtin_convertvector(almanac_octet_load(needs + first + 1), almanac_words);
      lacks |= (almanac_words)(almanac_words_capacity(both) < needBoth);
    }
    wrong |= lacks & (almanac_words)(line <= (uint32_t)side);
    here = next;
  }
  return __builtin_reduce_or(wrong) != 0;
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

/// A count of each of 32 containers.
typedef uint16_t almanac_counts __attribute__((vector_size(64)));

static inline almanac_counts almanac_counts_load(const uint16_t *from) {
  almanac_counts counts;
  memcpy(&counts, from, 64);
  return counts;
}

/// The needs of 32 containers as counts.
static inline almanac_counts almanac_counts_needed(const uint8_t *needs) {
  typedef uint8_t quotas __attribute__((vector_size(32)));
  quotas need;
  memcpy(&need, needs, 32);
  return __builtin_convertvector(need, almanac_counts);
}

/// The containers of which a comparison holds, a bit each.
static inline uint32_t almanac_counts_bits(almanac_counts comparison) {
  typedef bool truths __attribute__((ext_vector_type(32)));
  truths holds = __builtin_convertvector(comparison, truths);
  uint32_t bits;
  memcpy(&bits, &holds, 4);
  return bits;
}

/// Which of 32 containers have unknown cells but need no star, or need stars and have no more such
/// cells than that, a bit each.
static inline uint32_t almanac_counts_decided(const uint16_t *unknowns, const uint8_t *needs) {
  almanac_counts unknown = almanac_counts_load(unknowns), need = almanac_counts_needed(needs);
  return almanac_counts_bits(((almanac_counts)(need >= unknown) | (almanac_counts)(need == 0)) &
                             (almanac_counts)((need | unknown) != 0));
}

/// Which of 32 containers need stars and have no more than four unknown cells for each, a bit each.
static inline uint32_t almanac_counts_few(const uint16_t *unknowns, const uint8_t *needs) {
  almanac_counts unknown = almanac_counts_load(unknowns), need = almanac_counts_needed(needs);
  return almanac_counts_bits((almanac_counts)(need * 4 >= unknown) & (almanac_counts)(need != 0));
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

/// How tight each of the lines 0…side is: `whole` parted by one more than the stars that it can
/// hold beyond those it needs; 0 where it needs none.
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

#endif
