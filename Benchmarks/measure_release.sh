#!/bin/sh
# Says what publishing costs: 1,000 packs and ten years of calendar for the first time, again, and with one pack changed.
#
#   Benchmarks/measure_release.sh [publishing-soak] [packs] [years]
set -eu

publisher=$(realpath "${1:-.build/release/publishing-soak}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
for stage in first again changed; do
  "$publisher" "$stage" "$work/out" "${2:-1000}" "${3:-10}"
done
