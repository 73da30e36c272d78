/// Places for the stars of some rows, and what they have in common.
#ifndef ALMANAC_CROWS_H
#define ALMANAC_CROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CWords.h"

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

/// Which of the rows low…high have cells, a bit each, and the columns that these have.
///
/// Reads up to 7 rows further.
static inline uint32_t almanac_rows_used(uint32_t *columns, const uint32_t *cells, ptrdiff_t low,
                                         ptrdiff_t high) {
  const almanac_words lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  almanac_words all = {0};
  uint32_t found = 0;
  for (ptrdiff_t first = low; first <= high; first += 8) {
    almanac_words here = almanac_words_load(cells + first) &
                         (almanac_words)(lanes + (uint32_t)first <= (uint32_t)high);
    all |= here;
    found |= almanac_words_bits((almanac_words)(here != 0)) << first;
  }
  *columns = __builtin_reduce_or(all);
  return found;
}

/// The places around and on which a row has one or more of some cells, and two.
typedef struct {
  almanac_words one, two;
} almanac_around;

/// What is beside and on each place of the row `at`, of cells that do not touch and are in all of
/// three rows.
static inline almanac_around almanac_row_around(const uint32_t *first, const uint32_t *second,
                                                const uint32_t *third, ptrdiff_t at) {
  almanac_words cells = almanac_words_load(first + at) & almanac_words_load(second + at) &
                        almanac_words_load(third + at);
  almanac_words left = cells << 1, right = cells >> 1;
  return (almanac_around){left | cells | right, left & right};
}

/// Takes note of the places in the rows low…high around and on which there are more than `spare` of
/// a region's cells that do not touch, and in the region itself, one more.
///
/// - struck: gets the places, and those of up to 7 rows further.
/// - cells, lines: what is in both counts. Rows before and behind are read.
/// - region: the region.
/// - spare: 0 or more; with −1, one cell is enough also in the region, and cells may touch.
static inline void almanac_rows_strike(uint32_t *struck, const uint32_t *cells,
                                       const uint32_t *lines, const uint32_t *region,
                                       ptrdiff_t spare, ptrdiff_t low, ptrdiff_t high) {
  for (ptrdiff_t at = low; at <= high; at += 8) {
    almanac_around a = almanac_row_around(cells, lines, region, at - 1);
    almanac_around b = almanac_row_around(cells, lines, region, at);
    almanac_around c = almanac_row_around(cells, lines, region, at + 1);
    // How many: there are never more than four.
    almanac_words one = a.one | b.one | c.one;
    almanac_words two =
        a.two | b.two | c.two | (a.one & b.one) | (a.one & c.one) | (b.one & c.one);
    almanac_words three = (a.two & (b.one | c.one)) | (b.two & (a.one | c.one)) |
                          (c.two & (a.one | b.one)) | (a.one & b.one & c.one);
    almanac_words four = (a.two & b.two) | (a.two & c.two) | (b.two & c.two);
    const almanac_words more[6] = {one, two, three, four, {0}, {0}};
    ptrdiff_t most = spare < 4 ? spare : 4;
    almanac_words outside = more[most < 0 ? 0 : most], inside = more[most + 1];
    almanac_words own = almanac_words_load(region + at);
    almanac_words now = almanac_words_load(struck + at) | (outside & ~own) | (inside & own);
    memcpy(struck + at, &now, 32);
  }
}

#endif
