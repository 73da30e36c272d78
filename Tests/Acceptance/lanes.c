// Prints what every function of CLanes makes of many inputs, a line each, for test_lanes.sh to
// compare between processors.
//
// Inputs are random lines at several densities, and words of all kinds: nearly every function is
// defined for any bits, whether or not a board has them.
#include "../../Sources/CLanes/include/CLanes.h"

#include <stdio.h>

enum { sides = 26, rows = 40 };

static uint64_t state = 20;

static uint32_t random_word(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  uint64_t mixed = (state ^ (state >> 29)) * 0xBF58476D1CE4E5B9u;
  return (uint32_t)(mixed >> 32);
}

static uint32_t below(uint32_t bound) { return random_word() % bound; }

// A word of one of several kinds: nothing, everything, every other bit, few bits, many, any.
static uint32_t word(void) {
  switch (below(8)) {
  case 0: return 0;
  case 1: return ~0u;
  case 2: return 0x55555555u << below(2);
  case 3: return random_word() & random_word() & random_word();
  case 4: return random_word() | random_word();
  default: return random_word();
  }
}

static const char *name;
static unsigned round_number;
static uint64_t sum;

static void begin(const char *function) {
  name = function;
  sum = 0xCBF29CE484222325u;
}

static void add(const void *bytes, size_t count) {
  const uint8_t *next = bytes;
  while (count--) sum = (sum ^ *next++) * 0x100000001B3u;
}

static void add_number(uint64_t number) { add(&number, sizeof number); }

static void end(void) { printf("%s %u %016llx\n", name, round_number, (unsigned long long)sum); }

static void try_lines(void) {
  uint32_t lines[rows], masks[rows], noted[rows];
  uint8_t needs[rows];
  for (int i = 0; i < rows; i++) {
    // What a line can hold is counted of up to 30 cells.
    lines[i] = i == 0 ? 0 : word() & 0x3FFFFFFF;
    masks[i] = word() & 0x3FFFFFFF;
    noted[i] = below(2) ? lines[i] & masks[i] : word();
    needs[i] = i == 0 ? 0 : below(8);
  }
  ptrdiff_t side = 4 + below(sides - 4);
  ptrdiff_t low = 1 + below((uint32_t)side), high = low + below((uint32_t)(side - low + 1));

  begin("words_capacity");
  almanac_words capacity = almanac_words_capacity(almanac_words_load(lines + 1));
  add(&capacity, sizeof capacity);
  end();
  begin("lines_lack");
  add_number(almanac_lines_lack(lines, needs, side, true));
  add_number(almanac_lines_lack(lines, needs, side, false));
  end();
  begin("words_tight");
  add_number(almanac_words_tight(almanac_words_load(lines + 1), almanac_octet_load(needs + 1)));
  end();
  begin("lines_tight");
  add_number(almanac_lines_tight(lines, needs, side));
  end();
  begin("pairs_tight");
  add_number(almanac_pairs_tight(lines, needs, side));
  end();

  uint32_t cells[rows] = {0};
  uint8_t alone[rows + 8] = {0}, paired[rows + 8] = {0};
  begin("region_measure");
  add_number(almanac_region_measure(cells, alone, paired, lines, masks, low, high));
  add(cells, sizeof cells);
  add(alone, sizeof alone);
  add(paired, sizeof paired);
  end();
  begin("region_rows");
  uint32_t columns = 0;
  add_number(almanac_region_rows(&columns, lines, masks, low, high));
  add_number(columns);
  end();
  begin("region_cells");
  add_number(almanac_region_cells(cells, lines, masks, word(), word(), low, high));
  add(cells, sizeof cells);
  end();
  begin("words_shared");
  add_number((uint64_t)almanac_words_shared(noted, masks, lines, low, high));
  end();
  uint32_t eight[8], others[8];
  begin("rows_key");
  add_number(almanac_rows_key(eight, lines + low, 1 + below(8), below(256)));
  add(eight, sizeof eight);
  end();
  begin("rows_copy");
  almanac_rows_copy(others, eight, 8);
  add(others, sizeof others);
  end();
  begin("rows_same");
  if (below(2)) others[below(8)] ^= UINT32_C(1) << below(32);
  add_number(almanac_rows_same(eight, others));
  end();
  uint32_t some[rows], all[rows], untouched[rows], beside[rows] = {0};
  begin("rows_fill");
  almanac_rows_fill(some, 0, rows);
  almanac_rows_fill(all, ~0u, rows);
  almanac_rows_fill(untouched, word(), rows);
  add(some, sizeof some);
  add(all, sizeof all);
  add(untouched, sizeof untouched);
  end();
  ptrdiff_t last = (ptrdiff_t)below(24);
  begin("rows_near");
  almanac_words near = almanac_rows_near(masks, 1 + below(24));
  add(&near, sizeof near);
  end();
  begin("rows_learn");
  for (int i = 0; i < 3; i++) almanac_rows_learn(some, all, untouched, masks + 1 + i, last);
  add(some, sizeof some);
  add(all, sizeof all);
  add(untouched, sizeof untouched);
  end();
  begin("rows_beside");
  almanac_rows_beside(beside, masks + 1, lines, last);
  add(beside, sizeof beside);
  end();
  begin("rows_among");
  add_number(almanac_rows_among(beside, untouched, last));
  end();
  begin("rows_beyond");
  add_number(almanac_rows_beyond(beside, some, untouched, last));
  end();
  begin("rows_used");
  uint32_t used = 0;
  add_number(almanac_rows_used(&used, beside, low, high));
  add_number(used);
  end();
  begin("row_around");
  almanac_around around = almanac_row_around(masks, lines, some, 1 + below(24));
  add(&around, sizeof around);
  end();
  begin("rows_strike");
  almanac_rows_strike(beside, noted, lines, masks, (ptrdiff_t)below(6) - 1, 1 + below(8), last);
  add(beside, sizeof beside);
  end();
  begin("lines_tightness");
  uint32_t tight[rows] = {0};
  uint8_t enough[rows];
  for (int i = 0; i < rows; i++) {
    almanac_words room = almanac_words_capacity((almanac_words){0} + lines[i]);
    enough[i] = needs[i] < room[0] ? needs[i] : (uint8_t)room[0];
  }
  almanac_lines_tightness(tight, lines, enough, 840, side);
  add(tight, sizeof tight);
  end();
  begin("masks_split");
  add_number(almanac_masks_split(masks, word(), 1 + below(32)));
  end();
  uint32_t regions[4 * 64], joined[rows] = {0};
  for (int i = 0; i < 4 * 64; i++) regions[i] = below(2) ? word() : 0;
  begin("masks_join");
  almanac_masks_join(joined, regions, below(16), side);
  add(joined, sizeof joined);
  end();
  uint32_t kept[4 * 32];
  for (int region = 0; region < 4; region++) {
    for (int i = 0; i < 32; i++) kept[region * 32 + i] = lines[i] & regions[region * 64 + i];
    if (below(2)) kept[region * 32 + below((uint32_t)side + 1)] ^= UINT32_C(1) << below(32);
  }
  begin("cells_changed");
  add_number(almanac_cells_changed(kept, lines, regions, side, 1 + below(4)));
  end();
  uint8_t measure[128] = {0};
  begin("lines_measure");
  almanac_lines_measure(measure, measure + 64, almanac_words_load(lines + 1),
                        almanac_words_load(lines));
  add(measure, sizeof measure);
  end();

  uint32_t left[rows] = {0}, bad[sides] = {0};
  begin("needs_above");
  add_number(almanac_needs_above(needs, (uint8_t)below(6)));
  end();
  begin("lines_common");
  uint32_t single = below(3) ? UINT32_C(1) << below(30) : below(2) ? 0 : word();
  uint32_t pairs = below(3) ? single : below(2) ? single | single << 1 : below(2) ? 0 : word();
  add_number(almanac_lines_common(single, pairs));
  end();
  begin("stars_lack");
  uint32_t whole = below(2) ? word() : 0;
  add_number(almanac_stars_lack(bad, lines, needs, whole, side, true));
  add(bad, sizeof bad);
  add_number(almanac_stars_lack(bad, lines, needs, whole, side, false));
  add(bad, sizeof bad);
  end();
  almanac_star star = {1 + below((uint32_t)side), UINT32_C(2) << below((uint32_t)side),
                       below(2) ? ~0u : 0, word(), masks, below(2) ? ~0u : 0};
  begin("star_takes");
  almanac_words taken = almanac_star_takes(&star, 8 * below(4));
  add(&taken, sizeof taken);
  end();
  begin("star_leaves");
  almanac_star_leaves(left, lines, &star, side);
  add(left, sizeof left);
  end();
  begin("star_lacks");
  add_number(almanac_star_lacks(lines, needs, &star, side, true));
  add_number(almanac_star_lacks(lines, needs, &star, side, false));
  end();

  uint16_t unknowns[96];
  uint8_t quotas[96];
  uint32_t least = below(3);
  for (int i = 0; i < 96; i++) {
    quotas[i] = below(7);
    unknowns[i] = least ? quotas[i] + below(20) : below(1u << 16);
  }
  if (least == 1 && below(2)) unknowns[below(96)] = 0;
  begin("counts_needed");
  almanac_counts needed = almanac_counts_needed(quotas + 32 * below(3));
  add(&needed, sizeof needed);
  end();
  begin("counts_decided");
  add_number(almanac_counts_decided(unknowns + 32 * below(3), quotas + 32 * below(3)));
  end();
  begin("counts_few");
  add_number(almanac_counts_few(unknowns + 32 * below(3), quotas + 32 * below(3)));
  end();
  begin("counts_lack");
  add_number(almanac_counts_lack(unknowns, quotas));
  end();
}

static void try_tables(void) {
  uint8_t upTo[1024] = {0}, table[1024] = {0}, shares[2048] = {0};
  uint8_t most[1024] = {0}, least[1024] = {0}, needs[32] = {0};
  for (int b = 0; b < 32; b++) {
    for (int a = 1; a <= b; a++) upTo[b * 32 + a] = 0xFF;
  }
  ptrdiff_t last = 4 + below(22);
  for (int region = 0; region < 4; region++) {
    uint8_t alone[32], paired[32];
    for (int i = 0; i < 32; i++) {
      alone[i] = below(8);
      paired[i] = alone[i] + below(4);
      needs[i] = below(7);
    }
    ptrdiff_t low = 1 + below((uint32_t)last), high = low + below((uint32_t)(last - low + 1));
    for (ptrdiff_t i = high + 1; i < 32; i++) {
      alone[i] = 0;
      paired[i] = 32;
    }
    begin("lanes_fill");
    almanac_lanes_fill(table, alone, paired, upTo, low, high);
    add(table, sizeof table);
    end();
    begin("lanes_share");
    almanac_lanes_share(most, least, shares, table, upTo, below(7), low, high);
    add(most, sizeof most);
    add(least, sizeof least);
    add(shares, sizeof shares);
    end();
    if (region == 2) {
      begin("lanes_withdraw");
      almanac_lanes_withdraw(most, least, shares, low, high);
      add(most, sizeof most);
      add(least, sizeof least);
      end();
    }
  }
  begin("bits_take");
  uint32_t bits = word();
  for (int i = 0; i < 8; i++) {
    add_number((uint64_t)almanac_bits_take(&bits));
    add_number(bits);
  }
  end();
  begin("lanes_enter");
  almanac_lanes_enter(most, least, upTo, (uint8_t)below(256), word() | UINT32_C(1) << below(32));
  add(most, sizeof most);
  add(least, sizeof least);
  end();
  begin("bytes_changed");
  add_number(almanac_bytes_changed(most, least, 1 + below(31)));
  end();
  begin("regions_changed");
  uint32_t lines[32], noted[32];
  uint8_t quotas[32], notedQuotas[32];
  for (int i = 0; i < 32; i++) {
    lines[i] = word();
    noted[i] = below(3) ? lines[i] : word();
    quotas[i] = below(7);
    notedQuotas[i] = below(3) ? quotas[i] : below(7);
  }
  add_number(almanac_regions_changed(lines, noted, quotas, notedQuotas, 1 + below(31)));
  end();
  begin("lanes_tight");
  uint32_t tight[32] = {0};
  uint8_t sums[32 * 96] = {0};
  add_number(almanac_lanes_tight(tight, sums, most, least, upTo, needs, last));
  add(tight, sizeof tight);
  add(sums, sizeof sums);
  end();
}

static void try_places(void) {
  uint8_t rowsOf[8 * 32], columnsOf[8 * 32], spare[32];
  for (int i = 0; i < 8 * 32; i++) {
    rowsOf[i] = below(4) ? 1 + (uint8_t)below(9) : 0xFF;
    columnsOf[i] = rowsOf[i] == 0xFF ? 0xFF : 1 + (uint8_t)below(9);
  }
  for (int i = 0; i < 32; i++) spare[i] = (uint8_t)below(4);
  almanac_places places = {rowsOf, columnsOf, 1 + below(8), spare};
  begin("places_lost");
  for (int star = 0; star < 20; star++) {
    add_number(almanac_places_lost(&places, 1 + (uint8_t)below(9), 1 + (uint8_t)below(9),
                                   below(2) ? 0xFF : 0, below(2) ? 0xFF : 0, (uint8_t)below(32),
                                   below(2) ? 1 : 0x80));
  }
  end();
}

static void try_boards(void) {
  uint8_t boards[32][64], gathered[16 * 32], stars[6][32];
  const void *starts[32];
  for (int i = 0; i < 32; i++) {
    for (int j = 0; j < 64; j++) boards[i][j] = (uint8_t)below(256);
    starts[i] = boards[below(32)];
    for (int j = 0; j < 6; j++) stars[j][i] = (uint8_t)below(sides);
  }
  begin("boards_gather");
  almanac_boards_gather(gathered, starts, below(48));
  add(gathered, sizeof gathered);
  end();
  // Cells of a board of 8 lines and columns, beside empty ones.
  static uint8_t cells[10 * 1024];
  memset(cells, 0, sizeof cells);
  for (int row = 1; row <= 8; row++) {
    begin("boards_spread");
    almanac_boards_spread(cells + row * 1024 + 32, gathered + 32 * below(16), below(256));
    add(cells + row * 1024, 1024);
    end();
  }
  static uint8_t tables[3][1024];
  uint8_t near[32], whole[32], need[32], regions[32];
  for (int i = 0; i < 32; i++) {
    regions[i] = (uint8_t)below(32);
    almanac_boards_near(tables[0] + i * 32, stars[1], (uint8_t)i);
    almanac_boards_equal(tables[1] + i * 32, stars[4], (uint8_t)i);
    almanac_boards_equal(tables[2] + i * 32, stars[5], (uint8_t)i);
  }
  begin("boards_near");
  almanac_boards_near(near, stars[0], (uint8_t)below(sides));
  add(near, sizeof near);
  add(tables[0], sizeof tables[0]);
  end();
  begin("boards_equal");
  almanac_boards_equal(whole, stars[3], (uint8_t)below(sides));
  add(whole, sizeof whole);
  add(tables[1], 2 * sizeof tables[1]);
  end();
  begin("boards_need");
  almanac_boards_need(need, 1 + (uint8_t)below(6), stars[2], (uint8_t)below(sides));
  add(need, sizeof need);
  end();
  begin("boards_leave");
  almanac_boards_leave(cells + 1024, near, whole, tables[0], tables[1], tables[2], regions,
                       word() & 0x1FE);
  add(cells + 1024, 1024);
  end();
  static uint8_t most[32 * 1024], least[32 * 1024];
  uint8_t wrong[32] = {0}, measures[2048] = {0}, needs[1024], used[64];
  for (int region = 0; region < 4; region++) {
    ptrdiff_t low = 1 + below(8), high = low + below((uint32_t)(9 - low));
    uint32_t before = 0;
    for (ptrdiff_t line = low; line <= high; line++) {
      uint32_t mask = word() & 0x1FE;
      // Rows, and columns.
      const uint8_t *from = cells + line * (region & 1 ? 32 : 1024);
      begin("boards_measure");
      almanac_boards_measure(measures + line * 32, measures + 1024 + line * 32, from,
                             from - (region & 1 ? 32 : 1024), region & 1 ? 1024 : 32, mask, before);
      add(measures, sizeof measures);
      end();
      begin("boards_use");
      almanac_boards_use(used, used + 32, from, region & 1 ? 1024 : 32, mask);
      add(used, sizeof used);
      end();
      before = mask;
    }
    for (uint32_t i = 0; i < 32; i++) need[i] = below(64) < i ? 1 + (uint8_t)below(3) : 0;
    begin("boards_share");
    almanac_boards_share(most, least, wrong, measures, measures + 1024, need, low, high);
    add(most, sizeof most);
    add(least, sizeof least);
    add(wrong, sizeof wrong);
    end();
  }
  // One board after the other has more; the first have what they need.
  for (uint32_t i = 0; i < sizeof needs; i++) needs[i] = below(64) < i % 32 ? 1 : 0;
  memset(wrong, 0, sizeof wrong);
  static uint8_t mostAgain[32 * 1024], leastAgain[32 * 1024], own[2048];
  for (uint32_t i = 0; i < sizeof own; i++) own[i] = below(8) == 0;
  for (int variant = 0; variant < 2; variant++) {
    memcpy(mostAgain, most, sizeof most);
    memcpy(leastAgain, least, sizeof least);
    begin("boards_overdrawn");
    add_number(almanac_boards_overdrawn(mostAgain, leastAgain, wrong, needs, 7,
                                        variant == 0 ? NULL : own, variant == 0));
    end();
  }
  begin("boards_overdrawn");
  add_number(almanac_boards_overdrawn(most, least, wrong, needs, 7, NULL, false));
  add(most, sizeof most);
  add(least, sizeof least);
  end();
}

/// Cells that are held once, twice and so on, and then covered.
static void try_covers(void) {
  enum { planes = 9, words = 8 };
  uint64_t held[2][planes * words] = {{0}}, cells[3][words];
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < words; j++) cells[i][j] = (uint64_t)word() << 32 | word();
  }
  ptrdiff_t some = 4 * (1 + below(2)), heaviest = 0;
  int now = 0, times = 1 + below(4);
  begin("cells_hold");
  for (int i = 0; i < times; i++, now = !now) {
    heaviest =
        almanac_cells_hold(held[!now], held[now], cells[below(2)], heaviest, some);
  }
  add_number((uint64_t)heaviest);
  add(held[now], (size_t)(heaviest * some) * sizeof held[0][0]);
  end();
  begin("cells_shared");
  add_number((uint64_t)almanac_cells_shared(held[now], cells[2], some));
  end();
  begin("cells_cover");
  almanac_cells_cover(held[!now], held[now], cells[2], heaviest, some);
  add(held[!now], (size_t)(heaviest * some) * sizeof held[0][0]);
  add(held[!now] + 6 * some, (size_t)(3 * some) * sizeof held[0][0]);
  end();
}

static void try_sums(void) {
  enum { parts = 64, words = 8 };
  int16_t before[2][parts], row[2][parts], costs[2][parts], joined[parts];
  for (int i = 0; i < parts; i++) {
    for (int j = 0; j < 2; j++) {
      before[j][i] = (int16_t)below(9);
      row[j][i] = (int16_t)below(5);
      costs[j][i] = (int16_t)below(12);
    }
  }
  ptrdiff_t count = 16 * (1 + below(4)), most = 1 + below(11);
  almanac_sum first = {before[0], row[0], (int16_t)below(3), costs[0], (int16_t)(1 + below(3)),
                       (int16_t)(1 + below(3))};
  almanac_sum other = {before[1], row[1], (int16_t)below(3), costs[1], (int16_t)(1 + below(3)),
                       (int16_t)(1 + below(3))};
  const almanac_sum *second = below(2) ? &other : NULL;
  begin("sum_value");
  almanac_shares_add(joined, before[0], row[0], (int16_t)below(4), count);
  add(joined, (size_t)count * sizeof joined[0]);
  almanac_shares value = almanac_sum_value(&first, count - 16);
  add(&value, sizeof value);
  end();
  begin("sum_largest");
  add_number((uint64_t)almanac_sum_largest(&first, second, count));
  end();
  begin("sum_of_largest");
  // Where it is less than is asked for, how much less is nobody's business.
  int32_t least = (int32_t)below(60);
  int32_t largest = almanac_sum_of_largest(&first, second, count, most, least);
  add_number(largest < least ? 0 : (uint64_t)largest);
  end();
  begin("sum_values");
  int16_t values[parts];
  add_number((uint64_t)almanac_sum_values(values, &first, count));
  add(values, (size_t)count * sizeof values[0]);
  end();
  begin("sum_largest_two");
  almanac_largest_two two = almanac_sum_largest_two(&first, count);
  add_number((uint64_t)two.first);
  add_number((uint64_t)two.second);
  end();
  uint16_t places[parts];
  begin("bits_places");
  uint16_t bits = almanac_shares_bits(almanac_shares_load(values) > (int16_t)below(20));
  ptrdiff_t found = almanac_bits_places(bits, 16 * below(3), places);
  add(places, (size_t)found * sizeof places[0]);
  end();
  begin("shares_from");
  found = almanac_shares_from(values, count, (int16_t)below(20), places);
  add(places, (size_t)found * sizeof places[0]);
  end();
  begin("shares_equal");
  found = almanac_shares_equal(values, count, (int16_t)below(12), places);
  add(places, (size_t)found * sizeof places[0]);
  end();
  begin("shares_raise");
  almanac_shares_raise(values, row[1], (int16_t)below(9), count);
  add(values, (size_t)count * sizeof values[0]);
  end();
  uint64_t cells[words], planes[3 * words];
  for (int i = 0; i < 3 * words; i++) planes[i] = (uint64_t)word() << 32 | word();
  for (int i = 0; i < words; i++) cells[i] = (uint64_t)word() << 32 | word();
  ptrdiff_t some = 4 * (1 + below(2));
  begin("cells_lose");
  almanac_cells_lose(planes, cells, some);
  add(planes, sizeof planes);
  end();
  begin("cells_join");
  almanac_cells_join(planes, cells, some);
  add(planes, sizeof planes);
  end();
  begin("cells_clear");
  almanac_cells_clear(planes, some);
  add(planes, sizeof planes);
  end();
  try_covers();
}

int main(void) {
  for (round_number = 0; round_number < 3000; round_number++) {
    try_lines();
    try_tables();
    try_places();
    try_boards();
    try_sums();
  }
  return 0;
}
