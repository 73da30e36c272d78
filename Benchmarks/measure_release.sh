#!/bin/sh
# Says what publishing costs: 1,000 packs and ten years of calendar for the first time, again, and
# with one pack changed.
#
#   Benchmarks/measure_release.sh [PUBLISHING-SOAK [PACKS [YEARS]]]
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
publisher=$(realpath "${1:-$root/.build/release/publishing-soak}")
if [ ! -x "$publisher" ]; then
  echo "measure-release: $publisher is no program — run “make measure-release”" >&2
  exit 66
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
for stage in first again changed; do
  "$publisher" "$stage" "$work/out" "${2:-1000}" "${3:-10}"
done
