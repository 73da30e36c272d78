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
put() { "${sources:-$root}/Packaging/install" "$program" "$1" 2>"$work/said"; }
take() { "$root/Packaging/uninstall" "$1" 2>"$work/said"; }
# dead FOLDER: links of documents that lead nowhere.
dead() {
  python3 - "$1" <<'PY'
import pathlib, re, sys
for path in pathlib.Path(sys.argv[1]).rglob("*.md"):
    for to in re.findall(r"\]\(([^)#\s]+)", path.read_text()):
        if "://" not in to and not to.startswith("mailto:") and not (path.parent / to).exists():
            print(f"{path}: {to}")
PY
}

for prefix in '' ' ' usr/local . 'a
/b' '/a
b' /a:b "/a'b" '/a"b' '/a\b'; do
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
for page in almanac-keys almanac-prove; do
  named=$(grep -o '[^ ]*docs/[a-z]*\.md' "$at/share/man/man1/$page.1" | sed 's,\\,,g')
  [ -f "$work/root$named" ] || fail "$page names $named, which is not there"
done
[ -z "$(dead "$at")" ] || fail "links lead nowhere: $(dead "$at")"
step "what is installed names what is installed"

put /opt/press
[ ! -s "$work/said" ] || fail "nothing was changed: $(cat "$work/said")"
find "$work/root" -type f | sort | cmp - "$work/first" || fail "again, it is other files"
recipes=$at/share/almanac/Pipelines
echo '# ours' >>"$recipes/release.yaml"
echo '# ours' >"$recipes/packs/mine.yaml"
put /opt/press
grep -q '# ours' "$recipes/release.yaml" || fail "a recipe was overwritten"
cmp "$root/Pipelines/release.yaml" "$recipes/release.yaml.new" || fail "where is the new one?"
grep -q 'release.yaml was changed and stays' "$work/said" || fail "said: $(cat "$work/said")"
# An earlier version, whose recipes were other ones, and whose list had no digests.
rm "$at/share/almanac/digests" "$at/share/almanac/folders"
echo share/almanac/old >>"$at/share/almanac/files"
echo old >"$at/share/almanac/old"
put /opt/press
grep -q '# ours' "$recipes/release.yaml" || fail "a recipe was overwritten"
[ ! -e "$at/share/almanac/old" ] || fail "what only an earlier version had stays"
echo old >"$recipes/packs/intro.yaml"
sum=$(sha256sum <"$recipes/packs/intro.yaml")
echo "${sum%% *} share/almanac/Pipelines/packs/intro.yaml" >>"$at/share/almanac/digests"
put /opt/press
cmp "$root/Pipelines/packs/intro.yaml" "$recipes/packs/intro.yaml" || fail "it is still old"
take /opt/press
grep -q 'release.yaml was changed and stays' "$work/said" || fail "said: $(cat "$work/said")"
find "$work/root" -type f | sort >"$work/left"
printf '%s\n' "$recipes/packs/mine.yaml" "$recipes/release.yaml" | cmp - "$work/left" ||
  fail "left: $(cat "$work/left")"
step "what was changed stays, and nothing else"

rm -r "$work/root"
mkdir -p "$at/share/man"
put /opt/press
put /opt/press
take /opt/press
[ "$(find "$at" -mindepth 1)" = "$at/share
$at/share/man" ] || fail "left: $(find "$at")"
rm -r "$at"
put /opt/press
take /opt/press
[ ! -e "$at" ] || fail "left: $(find "$at")"
step "nothing is left, and what was there is"

# A copy of the sources without git, on a machine without Swift.
mkdir "$work/sources"
(cd "$root" && cp -r Makefile Packaging Pipelines docs README.md CHANGELOG.md SECURITY.md \
  "$work/sources")
sources=$work/sources put '/opt/a&b #c%d'
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
