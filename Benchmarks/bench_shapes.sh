#!/bin/sh
# Tells generated puzzles from real ones by the shapes of their regions, as someone from outside would.
#
#   Benchmarks/bench_shapes.sh [FOLDER]   puzzles, one SBN a line in *.sbn; default ../shared/corpus or $ALMANAC_CORPUS
#
#   PUZZLES=1000    at most so many of each file
#
# Prints, for each file from 8×8 up and each style, the cross-validated area under the ROC curve of a classifier that
# sees nothing but regions. scikit-learn is installed from PyPI into .build-shapes. Expects .build/release/almanac.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-${ALMANAC_CORPUS:-$here/../shared/corpus}}
if [ ! -d "$folder" ]; then
  echo "bench-shapes: there is no folder $folder — name one with puzzles in *.sbn" >&2
  exit 66
fi
if [ ! -x "$here/.build/release/almanac" ]; then
  echo "bench-shapes: .build/release/almanac is not there — run “make build”" >&2
  exit 66
fi
venv=$here/.build-shapes
if [ ! -x "$venv/bin/python" ]; then python3 -m venv "$venv"; fi
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check scikit-learn
exec "$venv/bin/python" "$here/Benchmarks/bench_shapes.py" \
  --program "$here/.build/release/almanac" --folder "$folder" --puzzles "${PUZZLES:-1000}"
