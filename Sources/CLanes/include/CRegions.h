/// The cells of regions, line by line.
#ifndef ALMANAC_CREGIONS_H
#define ALMANAC_CREGIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CLines.h"

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
/// And eight further lines hold nothing, however they are read.
///
/// - Returns: the lines with cells, a bit each.
static inline uint32_t almanac_region_measure(uint32_t *cells, uint8_t *alone, uint8_t *paired,
                                              const uint32_t *lines, const uint32_t *masks,
                                              ptrdiff_t low, ptrdiff_t high) {
  uint32_t found = 0;
  ptrdiff_t first = low;
  for (; first <= high; first += 8) {
    almanac_words here = almanac_words_load(lines + first) & almanac_words_load(masks + first);
    almanac_words before =
        almanac_words_load(lines + first - 1) & almanac_words_load(masks + first - 1);
    memcpy(cells + first, &here, 32);
    almanac_lines_measure(alone + first, paired + first, here, before);
    found |= almanac_words_bits((almanac_words)(here != 0)) << first;
  }
  // More than a line can hold, and little enough for a byte beside what a region can.
  memset(alone + first, 0, 8);
  memset(paired + first, 32, 8);
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
/// Reads up to 7 places further, where one of them has nothing.
static inline ptrdiff_t almanac_words_shared(const uint32_t *first, const uint32_t *second,
                                             const uint32_t *third, ptrdiff_t low,
                                             ptrdiff_t high) {
  ptrdiff_t count = 0;
  for (ptrdiff_t start = low; start <= high; start += 8) {
    for (ptrdiff_t at = start; at < start + 8; at += 2) {
      uint64_t one, two, three;
      memcpy(&one, first + at, 8);
      memcpy(&two, second + at, 8);
      memcpy(&three, third + at, 8);
      count += __builtin_popcountll(one & two & three);
    }
  }
  return count;
}

/// Gathers the cells of some regions, a bit each, in the lines 0…side, and up to 7 further.
///
/// - masks: the cells of all regions, each 64 lines behind the one before.
static inline void almanac_masks_join(uint32_t *cells, const uint32_t *masks, uint32_t regions,
                                      ptrdiff_t side) {
  for (ptrdiff_t first = 0; first <= side; first += 8) {
    almanac_words all = {0};
    for (uint32_t rest = regions; rest != 0; rest &= rest - 1) {
      all |= almanac_words_load(masks + (ptrdiff_t)__builtin_ctz(rest) * 64 + first);
    }
    memcpy(cells + first, &all, 32);
  }
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

/// Which of some regions, up to 31, have other unknown cells than are noted, a bit each.
///
/// Reads the lines 0…side, and up to 7 further.
///
/// - noted: the cells of all regions, each 32 lines behind the one before.
/// - masks: all that they have, each 64 lines behind the one before.
static inline uint32_t almanac_cells_changed(const uint32_t *noted, const uint32_t *lines,
                                             const uint32_t *masks, ptrdiff_t side,
                                             ptrdiff_t count) {
  uint32_t changed = 0;
  for (ptrdiff_t region = 0; region < count; region++) {
    almanac_words difference = {0};
    for (ptrdiff_t first = 0; first <= side; first += 8) {
      difference |=
          (almanac_words_load(lines + first) & almanac_words_load(masks + region * 64 + first)) ^
          almanac_words_load(noted + region * 32 + first);
    }
    changed |= (uint32_t)(__builtin_reduce_or(difference) != 0) << region;
  }
  return changed;
}

#endif
