/// Sums over intervals of lines, 32 intervals at a time.
///
/// A vector has one byte for each first line `a` of an interval (lane `a`, 1…25; lane 0 stays
/// empty), a table one vector for each last line `b`, at `b * 32`.
#ifndef ALMANAC_CINTERVALS_H
#define ALMANAC_CINTERVALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CWords.h"

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

/// What regions have in lines low…high is gone through four lines at a time, since how often a loop
/// goes round is hard to foresee. In what may be too many, up to three, they have nothing: a sum has
/// no step there.
#define ALMANAC_FOURS(line, low, high)                                   \
  for (ptrdiff_t first_##line = low; first_##line <= high; first_##line += 4) \
    for (ptrdiff_t line = first_##line; line < first_##line + 4; line++)

/// Fills a table with `f(a, b) = min(f(a, b − 1) + alone[b], f(a, b − 2) + paired[b])` for `b` =
/// low…high, and up to 3 further, where it stays as it is: there `alone` has 0, and `paired` no less
/// than what the last line adds, as long as that counts.
///
/// `upTo` has 0xFF in the lanes 1…b.
static inline void almanac_lanes_fill(uint8_t *table, const uint8_t *alone, const uint8_t *paired,
                                      const uint8_t *upTo, ptrdiff_t low, ptrdiff_t high) {
  almanac_lanes one = {0}, two = {0};
  ALMANAC_FOURS(end, low, high) {
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
/// `kept` gets what was added, of most, then of least at `+ 1024`.
static inline void almanac_lanes_share(uint8_t *most, uint8_t *least, uint8_t *kept,
                                       const uint8_t *table, const uint8_t *upTo, uint8_t need,
                                       ptrdiff_t low, ptrdiff_t high) {
  const uint8_t *total = table + high * 32;
  // What the region's lines before `a` must hold.
  uint8_t owed[32];
  almanac_lanes_store(owed, __builtin_elementwise_sub_sat(almanac_lanes_all(need),
                                                          almanac_lanes_load(total)));
  // What they can hold, f(low, a − 1): in all lanes behind `b` no less than f(low, b).
  almanac_lanes before = {0};
  ALMANAC_FOURS(end, low, high) {
    before = __builtin_elementwise_max(before, almanac_lanes_all(table[end * 32 + low]) &
                                                   ~almanac_lanes_load(upTo + end * 32));
  }

  almanac_lanes earlierMost = {0}, earlierLeast = {0};
  ALMANAC_FOURS(end, low, high) {
    almanac_lanes mostNow = __builtin_elementwise_min(almanac_lanes_load(table + end * 32),
                                                      almanac_lanes_all(need));
    almanac_lanes leastNow =
        __builtin_elementwise_sub_sat(almanac_lanes_all(owed[end + 1]), before);
    almanac_lanes mostStep = mostNow - earlierMost;
    almanac_lanes leastStep = leastNow - earlierLeast;
    almanac_lanes_store(kept + end * 32, mostStep);
    almanac_lanes_store(kept + 1024 + end * 32, leastStep);
    almanac_lanes_add(most + end * 32, mostStep);
    almanac_lanes_add(least + end * 32, leastStep);
    earlierMost = mostNow;
    earlierLeast = leastNow;
  }
}

/// Takes a share back.
static inline void almanac_lanes_withdraw(uint8_t *most, uint8_t *least, const uint8_t *shares,
                                          ptrdiff_t low, ptrdiff_t high) {
  ALMANAC_FOURS(end, low, high) {
    uint8_t *mostStep = most + end * 32, *leastStep = least + end * 32;
    almanac_lanes_store(mostStep,
                        almanac_lanes_load(mostStep) - almanac_lanes_load(shares + end * 32));
    almanac_lanes_store(
        leastStep, almanac_lanes_load(leastStep) - almanac_lanes_load(shares + 1024 + end * 32));
  }
}

/// Takes away the lowest of some bits, and tells its place; or 0, where there is none.
static inline ptrdiff_t almanac_bits_take(uint32_t *bits) {
  ptrdiff_t place = *bits == 0 ? 0 : __builtin_ctz(*bits);
  *bits &= *bits - 1;
  return place;
}

/// Adds stars that may all be in any of some lines, one or more, a bit each: an interval can have
/// them from the first of these lines that it reaches, and must have them once it holds all.
///
/// - most: the steps of the most that intervals can have.
/// - least: the steps of the least that they must.
/// - upTo: at `b * 32`, 0xFF in the lanes 1…b.
/// - need: the stars, as a number modulo 256.
static inline void almanac_lanes_enter(uint8_t *most, uint8_t *least, const uint8_t *upTo,
                                       uint8_t need, uint32_t lines) {
  almanac_lanes before = {0};
  // Four lines at a time, since how often this goes round is hard to foresee. Where there are
  // fewer, the others are line 0, in which no interval ends.
  for (uint32_t rest = lines; rest != 0;) {
    for (int index = 0; index < 4; index++) {
      ptrdiff_t end = almanac_bits_take(&rest);
      almanac_lanes starts = almanac_lanes_load(upTo + end * 32);
      almanac_lanes_add(most + end * 32, starts & ~before & need);
      before = starts;
    }
  }
  ptrdiff_t first = __builtin_ctz(lines), last = 31 - __builtin_clz(lines);
  almanac_lanes_add(least + last * 32, almanac_lanes_load(upTo + first * 32) & need);
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

/// The lanes of a comparison that hold, a bit each.
static inline uint32_t almanac_lanes_bits(almanac_lanes comparison) {
  typedef bool truths __attribute__((ext_vector_type(32)));
  truths holds = __builtin_convertvector(comparison, truths);
  uint32_t bits;
  memcpy(&bits, &holds, 4);
  return bits;
}

/// Which of some numbers, up to 31, are others than those noted, a bit each; reads 32.
static inline uint32_t almanac_bytes_changed(const uint8_t *bytes, const uint8_t *noted,
                                             ptrdiff_t count) {
  return almanac_lanes_bits(
             (almanac_lanes)(almanac_lanes_load(bytes) != almanac_lanes_load(noted))) &
         ((1u << count) - 1);
}

/// Which of some regions, up to 31, have other lines or another need than are noted, a bit each.
///
/// Reads the lines of their number rounded up to a multiple of 8, and all needs.
static inline uint32_t almanac_regions_changed(const uint32_t *lines, const uint32_t *noted,
                                               const uint8_t *needs, const uint8_t *notedNeeds,
                                               ptrdiff_t count) {
  uint32_t changed = almanac_bytes_changed(needs, notedNeeds, count);
  for (ptrdiff_t first = 0; first < count; first += 8) {
    changed |= almanac_words_bits((almanac_words)(almanac_words_load(lines + first) !=
                                                  almanac_words_load(noted + first)))
               << first;
  }
  return changed & ((1u << count) - 1);
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

#endif
