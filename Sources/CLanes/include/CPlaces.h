/// Places of regions side by side: a byte of a vector for each region, a vector for each of its places.
#ifndef ALMANAC_CPLACES_H
#define ALMANAC_CPLACES_H

#include <stddef.h>
#include <stdint.h>

#include "CIntervals.h"

/// Where places of 32 regions are, and how many of them each region can spare.
typedef struct {
  /// At `place * 32 + region`; 0xFF where there is none.
  const uint8_t *rows, *columns;
  /// The most places of a region.
  ptrdiff_t count;
  const uint8_t *spare;
} almanac_places;

/// Which regions lose more of their places to a star than they can spare, a bit each.
///
/// - row, column: the star's cell.
/// - wholeRow, wholeColumn: 0xFF where it takes all of them, and 0 where only what it touches.
/// - own: its region, which can spare `more` besides.
static inline uint32_t almanac_places_lost(const almanac_places *places, uint8_t row,
                                           uint8_t column, uint8_t wholeRow, uint8_t wholeColumn,
                                           uint8_t own, uint8_t more) {
  const almanac_lanes numbers = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
  almanac_lanes lost = {0};
  for (ptrdiff_t place = 0; place < places->count; place++) {
    almanac_lanes rows = almanac_lanes_load(places->rows + place * 32);
    almanac_lanes columns = almanac_lanes_load(places->columns + place * 32);
    almanac_lanes near = (almanac_lanes)(rows - (uint8_t)(row - 1) <= 2) &
                         (almanac_lanes)(columns - (uint8_t)(column - 1) <= 2);
    // A comparison that holds is −1.
    lost -= near | ((almanac_lanes)(rows == row) & wholeRow) |
            ((almanac_lanes)(columns == column) & wholeColumn);
  }
  almanac_lanes can = almanac_lanes_load(places->spare) + ((almanac_lanes)(numbers == own) & more);
  return almanac_lanes_bits((almanac_lanes)(lost > can));
}

#endif
