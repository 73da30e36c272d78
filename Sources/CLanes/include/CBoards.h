/// Boards side by side: what 32 of them can and must put into intervals of lines, all at a time.
///
/// A vector has one byte for each board. The boards are one board with something more decided, each
/// something else; cells are those that are unknown on that one.
#ifndef ALMANAC_CBOARDS_H
#define ALMANAC_CBOARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CIntervals.h"

/// Sixteen bytes of each of 32 boards, as sixteen vectors with one byte of each board.
///
/// - boards: where the boards begin.
/// - from: where in each of them the bytes begin.
static inline void almanac_boards_gather(uint8_t *to, const void *const *boards, ptrdiff_t from) {
  typedef uint8_t half __attribute__((vector_size(16)));
  almanac_lanes rows[16], next[16];
  for (ptrdiff_t row = 0; row < 16; row++) {
    half first, second;
    memcpy(&first, (const uint8_t *)boards[row] + from, 16);
    memcpy(&second, (const uint8_t *)boards[row + 16] + from, 16);
    rows[row] = __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
                                        14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
                                        29, 30, 31);
  }
  // The number of a row has four bits, and so has that of a byte. Each round turns the eight of
  // them by one.
  for (int round = 0; round < 4; round++) {
    for (ptrdiff_t row = 0; row < 8; row++) {
      next[row * 2] = __builtin_shufflevector(
          rows[row], rows[row + 8], 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 16, 48,
          17, 49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55);
      next[row * 2 + 1] = __builtin_shufflevector(
          rows[row], rows[row + 8], 8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47,
          24, 56, 25, 57, 26, 58, 27, 59, 28, 60, 29, 61, 30, 62, 31, 63);
    }
    memcpy(rows, next, sizeof rows);
  }
  memcpy(to, rows, sizeof rows);
}

/// Spreads eight bits of each board: at `bit * 32`, for each bit that is set in `known`, gets 0xFF
/// for the boards that have it, and 0 for the others.
static inline void almanac_boards_spread(uint8_t *cells, const uint8_t *bits, uint32_t known) {
  almanac_lanes bytes = almanac_lanes_load(bits);
  for (; known != 0; known &= known - 1) {
    ptrdiff_t bit = __builtin_ctz(known);
    almanac_lanes_store(cells + bit * 32, (almanac_lanes)((bytes & (uint8_t)(1u << bit)) != 0));
  }
}

/// Tells the boards whose number in one list is that of the line, or of a line beside it.
static inline void almanac_boards_near(uint8_t *to, const uint8_t *numbers, uint8_t line) {
  almanac_lanes place = almanac_lanes_load(numbers) - (uint8_t)(line - 1);
  almanac_lanes_store(to, (almanac_lanes)(place <= 2));
}

/// Tells the boards whose number in a list is one.
static inline void almanac_boards_equal(uint8_t *to, const uint8_t *numbers, uint8_t one) {
  almanac_lanes_store(to, (almanac_lanes)(almanac_lanes_load(numbers) == one));
}

/// What containers need where one star more has been placed: the boards of which a container has
/// it need one less.
static inline void almanac_boards_need(uint8_t *to, uint8_t need, const uint8_t *stars,
                                       uint8_t container) {
  almanac_lanes_store(
      to, almanac_lanes_all(need) + (almanac_lanes)(almanac_lanes_load(stars) == container));
}

/// The cells of a row that a star leaves unknown, at `column * 32`.
///
/// - nearRow: the boards whose star is in the row or beside it.
/// - wholeRow: those whose star completes it.
/// - nearColumns, wholeColumns: the same of each column, at `column * 32`.
/// - wholeRegions: those whose star completes a region, at `region * 32`.
/// - regions: the region of each cell of the row.
/// - known: the cells to look at, a bit each.
static inline void almanac_boards_leave(uint8_t *cells, const uint8_t *nearRow,
                                        const uint8_t *wholeRow, const uint8_t *nearColumns,
                                        const uint8_t *wholeColumns, const uint8_t *wholeRegions,
                                        const uint8_t *regions, uint32_t known) {
  almanac_lanes near = almanac_lanes_load(nearRow), whole = almanac_lanes_load(wholeRow);
  for (; known != 0; known &= known - 1) {
    ptrdiff_t column = __builtin_ctz(known);
    almanac_lanes taken = (near & almanac_lanes_load(nearColumns + column * 32)) | whole |
                          almanac_lanes_load(wholeColumns + column * 32) |
                          almanac_lanes_load(wholeRegions + regions[column] * 32);
    almanac_lanes_store(cells + column * 32, ~taken);
  }
}

/// What a line of a region can hold: alone, and read as one with the line before.
///
/// Of cells that are unknown and lie side by side, every other one is taken, from the first.
///
/// - cells: the line's cells, that of bit `i` at `i * stride`; there is none at 0.
/// - earlier: those of the line before.
/// - mask: the region's cells in the line, a bit each; `before`, in the line before.
static inline void almanac_boards_measure(uint8_t *alone, uint8_t *paired, const uint8_t *cells,
                                          const uint8_t *earlier, ptrdiff_t stride, uint32_t mask,
                                          uint32_t before) {
  almanac_lanes one = {0}, both = {0}, taken = {0}, takenBoth = {0};
  uint32_t rest = mask | before;
  // Two cells at a time, since how often this goes round is hard to foresee.
  for (ptrdiff_t first = __builtin_ctz(rest | 1u << 31); rest >> first != 0; first += 2) {
    for (ptrdiff_t bit = first; bit < first + 2; bit++) {
      ptrdiff_t at = bit * stride;
      almanac_lanes here = almanac_lanes_load(cells + (at & -(ptrdiff_t)(mask >> bit & 1)));
      taken = here & ~taken;
      one -= taken;
      here |= almanac_lanes_load(earlier + (at & -(ptrdiff_t)(before >> bit & 1)));
      takenBoth = here & ~takenBoth;
      both -= takenBoth;
    }
  }
  almanac_lanes_store(alone, one);
  almanac_lanes_store(paired, both);
}

/// What a line of a region can hold where a single cell has room for all its stars: more than any
/// region needs, or nothing. Read as one with the line before it holds no less than both apart.
///
/// - cells, stride, mask: as in `almanac_boards_measure`.
static inline void almanac_boards_use(uint8_t *alone, uint8_t *paired, const uint8_t *cells,
                                      ptrdiff_t stride, uint32_t mask) {
  almanac_lanes any = {0};
  // Four cells at a time, since how often this goes round is hard to foresee; the others are the
  // cell at 0.
  for (uint32_t rest = mask; rest != 0;) {
    for (int index = 0; index < 4; index++) {
      any |= almanac_lanes_load(cells + almanac_bits_take(&rest) * stride);
    }
  }
  // A region needs 6 at most, and has 25 lines.
  any &= 8;
  almanac_lanes_store(alone, any);
  almanac_lanes_store(paired, any + 8);
}

/// Adds a region's share to the steps of the sums of most and least.
///
/// With f as in `almanac_lanes_fill`, most(a, b) = min(need, f(a, b)), and least(a, b) = need −
/// f(low, a − 1) − f(b + 1, high), or 0. A step, at `(a * 32 + b) * 32`, is what a sum differs by
/// from the sums of (a + 1, b) and of (a, b − 1), put together.
///
/// - wrong: gets something for the boards in which the region can hold less than it needs.
static inline void almanac_boards_share(uint8_t *most, uint8_t *least, uint8_t *wrong,
                                        const uint8_t *alone, const uint8_t *paired,
                                        const uint8_t *needs, ptrdiff_t low, ptrdiff_t high) {
  // What the lines before each one can hold, and those behind it; and what the region has in the
  // intervals that start a line later.
  uint8_t before[1024], after[1024], laterMost[1024], laterLeast[1024];
  almanac_lanes need = almanac_lanes_load(needs);
  almanac_lanes one = {0}, two = {0};
  for (ptrdiff_t end = low; end <= high; end++) {
    almanac_lanes_store(before + end * 32, one);
    almanac_lanes now = __builtin_elementwise_min(one + almanac_lanes_load(alone + end * 32),
                                                  two + almanac_lanes_load(paired + end * 32));
    two = one;
    one = now;
  }
  almanac_lanes_store(wrong, almanac_lanes_load(wrong) | __builtin_elementwise_sub_sat(need, one));
  almanac_lanes_store(after + high * 32, (almanac_lanes){0});
  for (ptrdiff_t start = high; start >= low; start--) {
    almanac_lanes owed =
        __builtin_elementwise_sub_sat(need, almanac_lanes_load(before + start * 32));
    uint8_t *mostSteps = most + start * 1024, *leastSteps = least + start * 1024;
    // The line alone: no interval that starts later has it as its last one.
    one = almanac_lanes_load(alone + start * 32);
    two = (almanac_lanes){0};
    almanac_lanes earlierMost = __builtin_elementwise_min(one, need);
    almanac_lanes earlierLeast =
        __builtin_elementwise_sub_sat(owed, almanac_lanes_load(after + start * 32));
    almanac_lanes_store(laterMost + start * 32, earlierMost);
    almanac_lanes_store(laterLeast + start * 32, earlierLeast);
    almanac_lanes_add(mostSteps + start * 32, earlierMost);
    almanac_lanes_add(leastSteps + start * 32, earlierLeast);
    for (ptrdiff_t end = start + 1; end <= high; end++) {
      almanac_lanes now = __builtin_elementwise_min(one + almanac_lanes_load(alone + end * 32),
                                                    two + almanac_lanes_load(paired + end * 32));
      two = one;
      one = now;
      almanac_lanes mostNow = __builtin_elementwise_min(now, need);
      almanac_lanes leastNow =
          __builtin_elementwise_sub_sat(owed, almanac_lanes_load(after + end * 32));
      almanac_lanes mostStep = mostNow - almanac_lanes_load(laterMost + end * 32);
      almanac_lanes leastStep = leastNow - almanac_lanes_load(laterLeast + end * 32);
      almanac_lanes_store(laterMost + end * 32, mostNow);
      almanac_lanes_store(laterLeast + end * 32, leastNow);
      almanac_lanes_add(mostSteps + end * 32, mostStep - earlierMost);
      almanac_lanes_add(leastSteps + end * 32, leastStep - earlierLeast);
      earlierMost = mostStep;
      earlierLeast = leastStep;
    }
    if (start > low) almanac_lanes_store(after + (start - 1) * 32, one);
  }
}

/// The boards in which some interval up to line `last` or earlier can hold less than it needs, or
/// must hold more, or of which something is wrong already, a bit each; with them, if they are asked
/// for, those in which an interval is tight. Clears the steps.
///
/// - own: the steps of what all boards have alike, of most, then of least at `+ 1024`, from one last
///   line to the next, as in `CIntervals.h`; or none.
/// - isTight: whether those are asked for in which an interval needs stars, and just the most that
///   it can hold or the least that it must, where these two differ.
static inline uint32_t almanac_boards_overdrawn(uint8_t *most, uint8_t *least,
                                                const uint8_t *wrong, const uint8_t *needs,
                                                ptrdiff_t last, const uint8_t *own,
                                                bool isTight) {
  uint8_t mostSteps[1024], leastSteps[1024];
  almanac_lanes fails = almanac_lanes_load(wrong);
  for (ptrdiff_t start = last; start > 0; start--) {
    uint8_t *mostOf = most + start * 1024, *leastOf = least + start * 1024;
    almanac_sums sums = {{0}, {0}, {0}};
    for (ptrdiff_t end = start; end <= last; end++) {
      almanac_lanes mostStep = almanac_lanes_load(mostOf + end * 32);
      almanac_lanes leastStep = almanac_lanes_load(leastOf + end * 32);
      if (own) {
        const uint8_t *step = own + end * 32 + start;
        mostStep += (uint8_t)(step[0] - step[1]);
        leastStep += (uint8_t)(step[1024] - step[1025]);
      }
      if (end > start) {
        mostStep += almanac_lanes_load(mostSteps + end * 32);
        leastStep += almanac_lanes_load(leastSteps + end * 32);
      }
      almanac_lanes_store(mostSteps + end * 32, mostStep);
      almanac_lanes_store(leastSteps + end * 32, leastStep);
      almanac_lanes_store(mostOf + end * 32, (almanac_lanes){0});
      almanac_lanes_store(leastOf + end * 32, (almanac_lanes){0});
      sums.need += almanac_lanes_load(needs + end * 32);
      sums.most += mostStep;
      sums.least += leastStep;
      fails |= __builtin_elementwise_sub_sat(sums.need, sums.most) |
               __builtin_elementwise_sub_sat(sums.least, sums.need);
      if (isTight) {
        fails |= (almanac_lanes)((sums.most == sums.need) != (sums.least == sums.need)) &
                 (almanac_lanes)(sums.need != 0);
      }
    }
    // What goes up to the last line of all is not compared.
    almanac_lanes_store(mostOf + (last + 1) * 32, (almanac_lanes){0});
    almanac_lanes_store(leastOf + (last + 1) * 32, (almanac_lanes){0});
  }
  almanac_lanes_store(most + (last + 1) * 1056, (almanac_lanes){0});
  almanac_lanes_store(least + (last + 1) * 1056, (almanac_lanes){0});
  return almanac_lanes_bits((almanac_lanes)(fails != 0));
}

#endif
