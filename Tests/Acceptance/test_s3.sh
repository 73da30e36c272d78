#!/bin/sh
# Publishes to a real S3 server on this machine's loopback: moto's, from a virtual environment of its own.
#
#   Tests/Acceptance/test_s3.sh [almanac]
#
# A first release goes in and verifies, a second try puts nothing, a day later the next release goes in; of two
# publishers at once one wins; then Tests/Acceptance/s3_faults.py kills publishers after every request and stands in their way
# (FAULTS=no leaves that out; ROUNDS, SEED, STEP and NIGHTS are its own); a missing bucket and a server that is gone are named.
# The server is stopped by its number, however this ends.
set -eu

program=$(realpath "${1:-.build/release/almanac}")
here=$(cd "$(dirname "$0")/../.." && pwd)
tools="$here/.build/moto"
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

if [ ! -x "$tools/bin/moto_server" ]; then
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet 'moto[server,s3]==5.2.5'
fi
port=$("$tools/bin/python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
"$tools/bin/moto_server" -H 127.0.0.1 -p "$port" >"$work/requests" 2>&1 &
server=$!
unset http_proxy https_proxy HTTP_PROXY HTTPS_PROXY
export AWS_ACCESS_KEY_ID=key AWS_SECRET_ACCESS_KEY=secret AWS_ENDPOINT_URL_S3="http://127.0.0.1:$port" \
  AWS_REGION=us-east-1
"$tools/bin/python" - <<'PYTHON'
import os, time, urllib.request
url = os.environ["AWS_ENDPOINT_URL_S3"] + "/puzzles-live"
for _ in range(100):
    try:
        urllib.request.urlopen(urllib.request.Request(url, method="PUT")).read()
        break
    except OSError:
        time.sleep(0.2)
else:
    raise SystemExit("test-s3: the server does not start")
PYTHON

mkdir -p "$work/recipes/packs" "$work/recipes/calendar"
cd "$work"
printf 'packs: [first]\ncalendar: [daily]\nprofiles: { app: true, hints: true, bundle: true }\n' >recipes/release.yaml
printf 'id: first\nname: First\nfree: true\ngrid: { size: 5, stars: 1 }\ncount: 3\ndifficulty: { from: 1, to: 3 }\nseed: 1\n' \
  >recipes/packs/first.yaml
printf 'cadence: daily\ngrid: { size: 6, stars: 1 }\nstart: 2026-12-30\nhorizon: 2\ndifficulty: { from: 1, to: 2 }\nseed: 9\n' \
  >recipes/calendar/daily.yaml

tree=s3://puzzles-live/some/prefix
puts() { grep -c '"PUT ' "$work/requests" || true; }
step() { echo "test-s3: $*"; }

"$program" nightly --quiet --now 2026-12-30T03:00:00Z --recipes recipes --output out --state state
step "a first release"
"$program" release publish --now 2026-12-30T03:00:00Z --recipes recipes --state state --to $tree
"$program" release verify --to $tree
before=$(puts)
step "the same again puts nothing"
"$program" release publish --now 2026-12-30T04:00:00Z --recipes recipes --state state --to $tree
[ "$(puts)" = "$before" ] || { echo "test-s3: something was put again" >&2; exit 1; }
step "the next day's release"
sed -i 's/count: 3/count: 4/' recipes/packs/first.yaml
"$program" nightly --quiet --now 2026-12-31T03:00:00Z --recipes recipes --output out --state state
"$program" release publish --now 2026-12-31T03:00:00Z --recipes recipes --state state --to $tree
"$program" release history --to $tree
"$program" release verify --to $tree
step "of two publishers at once one wins, and the other is told"
cp -r state state-one
cp -r state state-two
sed 's/name: First/name: One/' recipes/packs/first.yaml >one.yaml
sed 's/name: First/name: Two/' recipes/packs/first.yaml >two.yaml
for who in one two; do
  cp -r recipes "recipes-$who"
  mv "$who.yaml" "recipes-$who/packs/first.yaml"
  (
    status=0
    "$program" release publish --now 2026-12-31T04:00:00Z --recipes "recipes-$who" --state "state-$who" --to $tree \
      >"said-$who" 2>&1 || status=$?
    echo "$status" >"status-$who"
  ) &
done
while [ ! -s status-one ] || [ ! -s status-two ]; do sleep 0.1; done
cat said-one said-two
# One that comes too late to meet the other finds a tree that is ahead of its catalogue.
case "$(cat status-one) $(cat status-two)" in
  "0 75" | "75 0") ;;
  "0 65" | "65 0") cat said-one said-two | grep -q "published already" ;;
  *) echo "test-s3: statuses $(cat status-one) and $(cat status-two), not 0 and 75" >&2; exit 1 ;;
esac
"$program" release verify --to $tree
if [ "${FAULTS:-yes}" != no ]; then
  step "a night before the faults"
  mkdir faults
  cp -r recipes faults/recipes
  (cd faults && "$program" nightly --quiet --now 2026-12-30T03:00:00Z --recipes recipes --state state \
    --output s3://puzzles-live/start)
  sed -i 's/count: 4/count: 5/' faults/recipes/packs/first.yaml
  "$tools/bin/python" "$here/Tests/Acceptance/s3_faults.py" "$program" "$AWS_ENDPOINT_URL_S3" "$work/faults"
fi
step "a bucket that does not exist is refused"
status=0
"$program" release verify --to s3://puzzles-none || status=$?
[ "$status" = 69 ] || { echo "test-s3: status $status, not 69" >&2; exit 1; }
step "a server that is gone is not reached"
kill "$server"; wait "$server" 2>/dev/null || true
server=
status=0
ALMANAC_S3_TIMEOUT=2 "$program" release verify --to $tree || status=$?
[ "$status" = 69 ] || { echo "test-s3: status $status, not 69" >&2; exit 1; }
step "all is well"
