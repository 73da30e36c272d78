#!/bin/sh
# Looks at the nightly job as an operator's tools do.
#
#   Tests/Acceptance/test_operations.sh [ALMANAC]
#
# Runs nights of a small recipe set with logs and metrics, stops one with SIGTERM, and lets
# promtool, systemd-analyze and flock judge what they can. What a missing tool would judge is
# skipped, and fails on continuous integration.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
program=$(realpath "${1:-$root/.build/release/almanac}")
if [ ! -x "$program" ]; then
  echo "test-operations: $program is no program — run “make build”" >&2
  exit 66
fi
# has PROGRAM…: whether they are there; what is missing is said, and ends the test on CI.
has() {
  known=0
  python3 "$here/harness.py" test-operations "$@" || known=$?
  case $known in 0) ;; 77) return 1 ;; *) exit 1 ;; esac
}
has flock || exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cd "$work"

step() { echo "test-operations: $*"; }
fail() { echo "test-operations: $*" >&2; exit 1; }

mkdir -p recipes/packs recipes/calendar
printf 'packs: [first]\ncalendar: [daily]\n' >recipes/release.yaml
cat >recipes/packs/first.yaml <<'YAML'
id: first
name: First
free: true
grid: { size: 5, stars: 1 }
count: 3
difficulty: { from: 1, to: 3 }
seed: 1
YAML
cat >recipes/calendar/daily.yaml <<'YAML'
cadence: daily
grid: { size: 6, stars: 1 }
start: 2026-12-30
horizon: 2
reserve: 2
difficulty: { from: 1, to: 2 }
seed: 9
YAML
cat >recipes/calendar/monthly.yaml <<'YAML'
cadence: monthly
grid: { size: 25, stars: 6 }
start: 2018-12
horizon: 12
difficulty: { from: 9, to: 10 }
seed: 9
YAML
# night TREE STATE FLAG…: becomes a night, so that signals reach it.
night() {
  tree=$1 state=$2
  shift 2
  exec "$program" nightly --recipes recipes --output "$tree" --state "$state" "$@"
}

step "a night with its log and its metrics"
(night out state --metrics almanac.prom --now 2026-12-30T03:00:00Z --quiet --log logfmt) 2>log
grep -q 'level=info run=20261230T030000Z-[0-9]* event=done exit=0' log ||
  fail "the log does not end well"
[ "$(grep -vc ' run=20261230T030000Z-' log)" = 0 ] || fail "a line of the log has no run id"
grep -q '^almanac_horizon_seconds{cadence="daily"} 172800$' almanac.prom ||
  fail "the horizon is not 2 days"
if has promtool; then
  promtool check metrics <almanac.prom
  step "promtool takes the metrics"
fi

step "a lock that is held ends with 75, and flock's as well"
flock state/lock sleep 5 &
holder=$!
sleep 0.5
status=0
(night out state --now 2026-12-31T03:00:00Z) 2>/dev/null || status=$?
[ $status = 75 ] || fail "a held lock does not end with 75"
status=0
flock --nonblock --conflict-exit-code 75 state/lock true || status=$?
[ $status = 75 ] || fail "flock does not end with 75"
kill $holder
wait $holder 2>/dev/null || true

step "SIGTERM ends a long night within seconds, with 143 and a whole state"
printf 'packs: []\ncalendar: [monthly]\n' >recipes/release.yaml
(night out2 state2 --now 2026-12-30 --quiet) 2>stopped &
child=$!
# It has begun, and the months of eight years take longer on any machine.
for _ in $(seq 100); do
  [ ! -e state2/catalog.sqlite ] || break
  sleep 0.1
done
begun=$(date +%s)
kill -TERM $child
status=0
wait $child || status=$?
[ $status = 143 ] || fail "SIGTERM does not end with 143: $(cat stopped)"
[ $(($(date +%s) - begun)) -le 5 ] || fail "SIGTERM takes more than five seconds"
[ ! -e out2/puzzles/manifest.json ] || fail "a stopped night has published something"

if has systemd-analyze; then
  mkdir units
  cp "$root"/Pipelines/systemd/almanac-* units
  # The path of the program may have a space in it, or a sign that sed takes for its own.
  ln -s "$program" almanac
  sed -i "s#/usr/bin/almanac#$work/almanac#" units/*.service
  systemd-analyze verify units/almanac-nightly.service units/almanac-nightly.timer \
    'units/almanac-alarm@x.service'
  step "systemd-analyze takes the units"
  # Nobody here runs units, so what a night does is held against what its unit allows.
  if has strace; then
    printf 'packs: [first]\ncalendar: [daily]\n' >recipes/release.yaml
    strace -f -qq -o calls "$program" nightly --recipes recipes --output out3 --state state3 \
      --now 2026-12-30 --quiet --log logfmt --metrics served.prom \
      --ping-url http://localhost:9/night 2>told
    grep -q 'the monitor at localhost could not be told' told || fail "nobody was called"
    unit=$root/Pipelines/systemd/almanac-nightly.service
    refused=$(python3 "$here/allowed_calls.py" "$unit" calls) ||
      fail "the unit forbids what a night does"
    strace -f -qq -o calls -e "inject=${refused:-none}:error=EPERM" "$program" nightly \
      --recipes recipes --output out4 --state state4 --now 2026-12-30 --quiet ||
      fail "a night does not get on without ${refused:-anything}"
    cmp out3/puzzles/manifest.json out4/puzzles/manifest.json
    step "a night gets on with what the unit allows (refused: ${refused:-nothing})"
    # What the alarm says is said when something is wrong already.
    examine() { # examine STRACE-OPTION…
      strace -f -qq "$@" "$program" doctor --recipes recipes --output out3 --state state3 \
        --now 2026-12-30T04:00:00Z >told || true
      # Others fill the disk meanwhile.
      grep -v ' free for ' told
    }
    examine -o calls >diagnosis
    refused=$(python3 "$here/allowed_calls.py" \
      "$root/Pipelines/systemd/almanac-alarm@.service" calls) ||
      fail "the unit forbids what the alarm does"
    examine -o calls -e "inject=${refused:-none}:error=EPERM" | cmp - diagnosis ||
      fail "the alarm does not get on without ${refused:-anything}"
    step "an alarm gets on with what its unit allows (refused: ${refused:-nothing})"
  fi
fi

step "what is installed below a prefix is run from there"
DESTDIR=$work/root "$root/Packaging/install" "$program" /opt/press
installed=$work/root/opt/press/share/almanac/Pipelines
if grep -n '/usr/share/almanac\|/usr/bin/almanac ' "$installed"/systemd/almanac-[an]*.service \
  "$installed/cron/almanac"; then
  fail "that is another place"
fi
grep -q '^ExecStart=/opt/press/bin/almanac nightly' "$installed/systemd/almanac-nightly.service" ||
  fail "the unit does not run it"
grep -q '^PATH=/opt/press/bin:/usr/bin' "$installed/cron/almanac" || fail "cron does not find it"
step "all is well"
