#!/bin/sh
# Runs CLanes, the few lines of C in the engine, on other processors, and compares what they make
# of the same inputs: AVX2 and plain SSE2 here, NEON under qemu-user. On another machine than x86-64
# it compares what the processor makes with and without the optimiser.
#
# One compiler builds all of them: the clang that comes with Swift. For NEON it installs qemu-user and
# the libraries of gcc-aarch64-linux-gnu.
set -eu
cd "$(dirname "$0")/../.."

clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang
[ -x "$clang" ] || clang=clang
folder=$(mktemp -d "${TMPDIR:-/tmp}/lanes.XXXXXX")
trap 'rm -rf "$folder"' EXIT

# name, flags: warnings are errors.
build() {
  name=$1
  shift
  "$clang" -O2 -Wall -Werror -Wno-psabi -o "$folder/$name" Tests/Acceptance/lanes.c "$@"
}

# What is compared with: on x86-64 with AVX2, the vectors of the processor; elsewhere, plain C.
case $(uname -m) in
x86_64)
  ./Scripts/setup qemu-aarch64:qemu-user aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu \
    aarch64-linux-gnu/include/stdio.h:libc6-dev-arm64-cross
  build neon --target=aarch64-linux-gnu -static -fuse-ld=lld
  build avx2 -march=x86-64-v3
  build sse2 -march=x86-64
  grep -qm1 ' avx2 ' /proc/cpuinfo && first=avx2 || first=sse2
  ;;
*)
  build native
  first=native
  ;;
esac
# Without optimisation, no vector instruction is chosen by the optimiser.
build plain -O0

"$folder/$first" >"$folder/$first.txt"
count=$(wc -l <"$folder/$first.txt")
functions=$(cut -d ' ' -f 1 "$folder/$first.txt" | sort -u | wc -l)
# Every function that there is, but for loads and stores, and for those that others call.
declared=$(grep -ohE '^static inline .*almanac_[a-z_]+\(' Sources/CLanes/include/*.h |
  grep -oE 'almanac_[a-z_]+\(' | grep -vcE '_(load|store|all|bits|step|add|zeroes)\($')
if [ "$functions" -ne "$declared" ]; then
  echo "test-lanes: $functions functions tried, $declared declared for the engine" >&2
  exit 1
fi
for other in sse2 plain neon; do
  if [ "$other" = "$first" ] || [ ! -x "$folder/$other" ]; then continue; fi
  case $other in
  neon) qemu-aarch64 "$folder/$other" ;;
  *) "$folder/$other" ;;
  esac >"$folder/$other.txt"
  if ! cmp -s "$folder/$first.txt" "$folder/$other.txt"; then
    echo "test-lanes: $other differs from $first: function, round, digest" >&2
    diff "$folder/$first.txt" "$folder/$other.txt" | head -6 >&2
    exit 1
  fi
  echo "test-lanes: $other makes the same as $first, $count results of $functions functions"
done
