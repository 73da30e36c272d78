#!/bin/sh
# Looks at the nightly job as an operator's tools do.
#
#   Tests/Acceptance/test_operations.sh [almanac]
#
# Runs nights of a small recipe set with logs and metrics, stops one with SIGTERM, and lets promtool, systemd-analyze
# and flock judge what they can; a tool that is not installed is named and passed over.
set -eu

program=$(realpath "${1:-.build/release/almanac}")
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work"

step() { echo "test-operations: $*"; }
fail() { echo "test-operations: $*" >&2; exit 1; }

mkdir -p recipes/packs recipes/calendar
printf 'packs: [first]\ncalendar: [daily]\n' >recipes/release.yaml
printf 'id: first\nname: First\nfree: true\ngrid: { size: 5, stars: 1 }\ncount: 3\ndifficulty: { from: 1, to: 3 }\nseed: 1\n' \
  >recipes/packs/first.yaml
printf 'cadence: daily\ngrid: { size: 6, stars: 1 }\nstart: 2026-12-30\nhorizon: 2\nreserve: 2\ndifficulty: { from: 1, to: 2 }\nseed: 9\n' \
  >recipes/calendar/daily.yaml
night="$program nightly --recipes recipes --output out --state state --metrics almanac.prom"

step "a night with its log and its metrics"
$night --now 2026-12-30T03:00:00Z --quiet --log logfmt 2>log
grep -q 'level=info run=20261230T030000Z-[0-9]* event=done exit=0' log || fail "the log does not end well"
[ "$(grep -vc ' run=20261230T030000Z-' log)" = 0 ] || fail "a line of the log has no run id"
grep -q '^almanac_horizon_seconds{cadence="daily"} 172800$' almanac.prom || fail "the horizon is not 2 days"
if command -v promtool >/dev/null; then
  promtool check metrics <almanac.prom
  step "promtool takes the metrics"
else
  step "promtool is not installed: the metrics were not judged"
fi

step "a lock that is held ends with 75, and flock's as well"
flock state/lock sleep 5 &
holder=$!
sleep 0.5
set +e
$night --now 2026-12-31T03:00:00Z 2>/dev/null
[ $? = 75 ] || fail "a held lock does not end with 75"
flock --nonblock --conflict-exit-code 75 state/lock true
[ $? = 75 ] || fail "flock does not end with 75"
kill $holder
wait $holder 2>/dev/null
set -e

step "SIGTERM ends a long night within seconds, with 143 and a whole state"
printf 'packs: []\ncalendar: [monthly]\n' >recipes/release.yaml
printf 'cadence: monthly\ngrid: { size: 25, stars: 6 }\nstart: 2026-12\nhorizon: 12\ndifficulty: { from: 9, to: 10 }\nseed: 9\n' \
  >recipes/calendar/monthly.yaml
"$program" nightly --recipes recipes --output out2 --state state2 --now 2026-12-30 --quiet 2>stopped &
child=$!
sleep 2
begun=$(date +%s)
kill -TERM $child
set +e
wait $child
[ $? = 143 ] || fail "SIGTERM does not end with 143"
set -e
[ $(($(date +%s) - begun)) -le 5 ] || fail "SIGTERM takes more than five seconds"
[ ! -e out2/puzzles/manifest.json ] || fail "a stopped night has published something"

if command -v systemd-analyze >/dev/null; then
  mkdir units
  cp "$here"/Pipelines/systemd/almanac-* units
  sed -i "s#/usr/bin/almanac#$program#" units/*.service
  systemd-analyze verify units/almanac-nightly.service units/almanac-nightly.timer 'units/almanac-alarm@x.service'
  step "systemd-analyze takes the units"
  # Nobody here runs units, so what a night does is held against what its unit allows.
  if command -v strace >/dev/null; then
    printf 'packs: [first]\ncalendar: [daily]\n' >recipes/release.yaml
    strace -f -qq -o calls "$program" nightly --recipes recipes --output out3 --state state3 --now 2026-12-30 \
      --quiet --log logfmt --metrics served.prom --ping-url http://localhost:9/night 2>told
    grep -q 'the monitor at localhost could not be told' told || fail "nobody was called"
    refused=$(python3 "$here/Tests/Acceptance/allowed_calls.py" "$here/Pipelines/systemd/almanac-nightly.service" calls) ||
      fail "the unit forbids what a night does"
    strace -f -qq -o calls -e "inject=${refused:-none}:error=EPERM" "$program" nightly --recipes recipes --output out4 \
      --state state4 --now 2026-12-30 --quiet || fail "a night does not get on without ${refused:-anything}"
    cmp out3/puzzles/manifest.json out4/puzzles/manifest.json
    step "a night gets on with what the unit allows (refused: ${refused:-nothing})"
  else
    step "strace is not installed: what the unit forbids was not tried"
  fi
else
  step "systemd is not installed: its units were not judged"
fi
step "all is well"
