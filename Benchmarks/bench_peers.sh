#!/bin/sh
# Runs the exact search beside public solvers, on the same puzzles with the same question.
#
#   Benchmarks/bench_peers.sh [FOLDER]    puzzles, one SBN a line in *.sbn; default ../shared/corpus or $ALMANAC_CORPUS
#
#   PUZZLES=20     the puzzles of each file, evenly spread over it
#   PEERS=…        clingo, python-sat and ortools without it
#
# The question is the press's: none, one, or several solutions (count to 2)? The peers are installed from PyPI into
# .build-peers, as many as can be had. Expects .build/release/almanac (`make build`).
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-${ALMANAC_CORPUS:-$here/../shared/corpus}}
if [ ! -d "$folder" ]; then
  echo "bench-peers: there is no folder $folder — name one with puzzles in *.sbn" >&2
  exit 66
fi
if [ ! -x "$here/.build/release/almanac" ]; then
  echo "bench-peers: .build/release/almanac is not there — run “make build”" >&2
  exit 66
fi
venv=$here/.build-peers
if [ ! -x "$venv/bin/python" ]; then python3 -m venv "$venv"; fi
for peer in ${PEERS:-clingo python-sat ortools}; do
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$peer" ||
    echo "bench-peers: $peer cannot be installed, and is left out" >&2
done
exec "$venv/bin/python" "$here/Benchmarks/bench_peers.py" \
  --program "$here/.build/release/almanac" --folder "$folder" --puzzles "${PUZZLES:-20}"
