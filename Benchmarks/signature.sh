#!/bin/sh
# Compares the engine's work on fixed seeds with what is recorded in signature.txt.
#
#   Benchmarks/signature.sh [ALMANAC-BENCH]      RECORD=1 records it anew
#
# The signature does not depend on the machine: it changes only when behaviour does.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
bench=${1:-$here/../.build/release/almanac-bench}
recorded=$here/signature.txt
if [ ! -x "$bench" ]; then
  echo "signature: $bench is no program — run “make signature”, which builds it" >&2
  exit 66
fi
said=$("$bench" signature)
now=$(echo "$said" | sed -n 's/^signature  *//p')
if [ -z "$now" ]; then
  echo "signature: almanac-bench has printed none: $said" >&2
  exit 1
fi
if [ -n "${RECORD:-}" ]; then
  echo "$now" >"$recorded"
  echo "signature: recorded $now"
elif [ "$now" = "$(cat "$recorded")" ]; then
  echo "signature: $now, as recorded"
else
  echo "signature: $now" >&2
  echo "signature: recorded is $(cat "$recorded")" >&2
  echo "signature: the engine behaves differently — if it should, run “make signature RECORD=1”" >&2
  exit 1
fi
