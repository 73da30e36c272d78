#!/bin/sh
# Installs the program below prefixes, changes what is there, installs again and removes it.
#
#   Tests/Acceptance/test_install.sh [ALMANAC]
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
program=$(realpath "${1:-$root/.build/release/almanac}")
if [ ! -x "$program" ]; then
  echo "test-install: $program is no program — run “make build”" >&2
  exit 66
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

step() { echo "test-install: $*"; }
fail() { echo "test-install: $*" >&2; exit 1; }
put() { "$root/Packaging/install" "$program" "$1" 2>"$work/said"; }
take() { "$root/Packaging/uninstall" "$1" 2>"$work/said"; }

for prefix in '' ' ' usr/local . 'a
/b' '/a
b' /a:b; do
  for script in put take; do
    status=0
    DESTDIR=$work/none $script "$prefix" || status=$?
    [ $status = 64 ] || fail "$script “$prefix” ends with $status"
    grep -q 'PREFIX is “' "$work/said" || fail "“$prefix”: $(cat "$work/said")"
  done
done
[ ! -e "$work/none" ] || fail "a prefix that is refused was written to"
step "a prefix that cannot work is refused"

DESTDIR=$work/root
export DESTDIR
at=$work/root/opt/press
put /opt/press//
find "$work/root" -type f | sort >"$work/first"
grep -q '^ExecStart=/opt/press/bin/almanac nightly' \
  "$at/share/almanac/Pipelines/systemd/almanac-nightly.service" || fail "the unit runs another"
[ -f "$at/share/zsh/site-functions/_almanac" ] || fail "zsh does not find its completions"
step "what is installed names what is installed"

put '/opt/a&b #c%d'
at="$work/root/opt/a&b #c%d"
service=$at/share/almanac/Pipelines/systemd/almanac-nightly.service
grep -qF 'ExecStart="/opt/a&b #c%%d/bin/almanac" nightly' "$service" ||
  fail "the unit: $(grep '^ExecStart' "$service")"
grep -qxF 'PATH=/opt/a&b #c%d/bin:/usr/bin:/bin' "$at/share/almanac/Pipelines/cron/almanac" ||
  fail "cron: $(grep '^PATH' "$at/share/almanac/Pipelines/cron/almanac")"
known=0
python3 "$here/harness.py" test-install systemd-analyze || known=$?
case $known in
0)
  # Where it says to be installed, for once: systemd wants to see the program.
  ln -s "$program" "$work/a&b #c%d"
  sed "s#/opt/a&b \#c%%d/bin/almanac#$(printf '%s' "$work/a&b #c%%d" | sed 's/[&#]/\\&/g')#" \
    "$service" >"$work/almanac-nightly.service"
  cp "$(dirname "$service")/almanac-alarm@.service" "$work"
  sed -i "s#^ExecStart=.*#ExecStart=$program doctor#" "$work/almanac-alarm@.service"
  systemd-analyze verify --man=no "$work/almanac-nightly.service" 2>"$work/said" ||
    fail "$(cat "$work/said")"
  [ ! -s "$work/said" ] || fail "systemd: $(cat "$work/said")"
  ;;
77) ;;
*) exit 1 ;;
esac
step "a prefix with odd characters is written as systemd and cron read it"
step "all is well"
