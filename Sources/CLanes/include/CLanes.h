/// The few lines of C in the engine: vectors.
///
/// Swift's own byte vectors compile to loops over their lanes for `&`, `min` and comparisons, and
/// loops over pointers carry a test for overlap each. What is here holds no rule: what is added up,
/// and what follows from it, is in Swift.
#ifndef ALMANAC_CLANES_H
#define ALMANAC_CLANES_H

#include "CZeroes.h"

// Vectors are passed in another way where there is AVX than where there is not. All functions here
// are inlined, so that nobody calls one across such a border; without this, whoever builds the
// engine for plain x86-64 is told some forty times.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

#include "CBoards.h"
#include "CIntervals.h"
#include "CLines.h"
#include "CPlaces.h"
#include "CRegions.h"
#include "CRows.h"
#include "CShares.h"

#pragma clang diagnostic pop

#endif
