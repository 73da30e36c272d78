#!/bin/sh
# Installs the Debian package in a fresh Debian without Swift, and uses it there.
#
#   Tests/Acceptance/test_dist.sh [FOLDER]      (FOLDER: dist)
#
# Needs root, for a chroot. Lintian may name nothing that Packaging/debian/lintian-overrides does not.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=$(realpath "${1:-$root/dist}")
package=$(find "$folder" -name 'almanac_*.deb' 2>/dev/null | head -1)
if [ -z "$package" ]; then
  echo "test-dist: $folder has no package — run “make dist”" >&2
  exit 66
fi
known=0
python3 "$here/harness.py" test-dist mmdebstrap lintian || known=$?
case $known in 0) ;; 77) exit 0 ;; *) exit 1 ;; esac

step() { echo "test-dist: $*"; }
fail() { echo "test-dist: $*" >&2; exit 1; }

work=$(mktemp -d)
debian=$work/debian
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT TERM

(cd "$folder" && sha256sum --quiet -c SHA256SUMS) || fail "SHA256SUMS does not hold"
lintian --allow-root --fail-on error,warning "$package" || fail "lintian is not content"
step "lintian is content"
python3 - "$folder" <<'PY'
import glob, json, sys
[name] = glob.glob(sys.argv[1] + "/*.spdx.json")
document = json.load(open(name, encoding="utf-8"))
ids = {package["SPDXID"] for package in document["packages"]} | {"SPDXRef-DOCUMENT"}
for line in document["relationships"]:
    assert line["spdxElementId"] in ids and line["relatedSpdxElement"] in ids, line
assert len(ids) == len(document["packages"]) + 1 > 8
names = {package["name"] for package in document["packages"]}
assert {"boringssl", "icu", "libyaml", "xkcp"} <= names, names
PY
step "the SBOM names what it relates"

# shellcheck disable=SC1091  # the system that runs this
. /etc/os-release
mmdebstrap --quiet --variant=minbase --include=adduser,ca-certificates,bash,systemd \
  "$VERSION_CODENAME" "$debian" || fail "no Debian could be made"
cp "$package" "$debian/almanac.deb"
mount -t proc proc "$debian/proc"
trap 'umount "$debian/proc" 2>/dev/null; rm -rf --one-file-system "$work"' EXIT
inside() { chroot "$debian" "$@"; }
inside sh -c 'apt-get update -qq && apt-get install -y -qq ./almanac.deb' >"$work/log" 2>&1 ||
  { cat "$work/log" >&2; fail "it cannot be installed"; }
inside sh -c 'command -v swift' && fail "there is a Swift in it"
step "installed: $(inside almanac --version | head -1)"

for file in /usr/share/man/man1/almanac-nightly.1.gz /usr/share/doc/almanac/copyright \
  /usr/share/bash-completion/completions/almanac /usr/share/almanac/Pipelines/release.yaml \
  /etc/almanac/Pipelines/release.yaml /etc/almanac/Pipelines/schema/pack.json; do
  inside test -f "$file" || fail "$file is not there"
done
for library in BoringSSL ICU libyaml XKCP; do
  grep -q "^$library, in " "$debian/usr/share/doc/almanac/copyright" || fail "$library: no licence"
done
python3 - "$debian/usr/share/doc/almanac" <<'PY'
import pathlib, re, sys
for path in pathlib.Path(sys.argv[1]).rglob("*.md"):
    for to in re.findall(r"\]\(([^)#\s]+)", path.read_text()):
        if "://" not in to and not to.startswith("mailto:"):
            assert (path.parent / to).exists(), f"{path}: {to}"
PY
step "documents lead to documents"
# shellcheck disable=SC2016  # for the shell inside
inside bash -c 'source /usr/share/bash-completion/completions/almanac && complete -p almanac' \
  >/dev/null || fail "bash does not take the completions"

inside systemd-analyze verify --man=no almanac-nightly.service almanac-nightly.timer \
  almanac-alarm@almanac-nightly.service >"$work/units.log" 2>&1 ||
  { cat "$work/units.log" >&2; fail "systemd does not take the units"; }
if [ -s "$work/units.log" ]; then
  cat "$work/units.log" >&2
  fail "systemd has something to say about the units"
fi
for unit in "$debian"/lib/systemd/system/almanac-*; do
  name=${unit##*/}
  program=$(sed -n 's/^ExecStart=-\{0,1\}\([^ ]*\).*/\1/p' "$unit")
  [ -z "$program" ] || [ -x "$debian$program" ] || fail "$name runs $program, which is not there"
  # systemd gives the folder this mode at every start, whatever the installation gave it.
  grep -q '^StateDirectory=' "$unit" || continue
  mode=$(sed -n 's/^StateDirectoryMode=0//p' "$unit")
  [ "$mode" = "$(stat -c %a "$debian/var/lib/almanac")" ] ||
    fail "$name opens the state to others (${mode:-755})"
done
step "systemd takes the units"

mkdir -p "$debian/recipes/packs"
printf 'packs: [first]\ncalendar: []\n' >"$debian/recipes/release.yaml"
cat >"$debian/recipes/packs/first.yaml" <<'YAML'
id: first
name: First
free: true
grid: { size: 5, stars: 1 }
count: 3
difficulty: { from: 1, to: 3 }
seed: 1
YAML
night() {
  # As the unit runs it: its user, its folders.
  inside su -s /bin/sh almanac -c 'cd / && almanac nightly --quiet --recipes /recipes \
    --state /var/lib/almanac --output /srv/almanac --now 2026-11-22T03:00:00Z && \
    almanac release verify /srv/almanac --quiet'
}
night || fail "a night cannot be done"
[ -f "$debian/srv/almanac/puzzles/manifest.json" ] || fail "nothing is published"
inside su -s /bin/sh almanac -c 'cd / && almanac recipes check /etc/almanac/Pipelines' \
  >/dev/null || fail "the recipes in it are not taken"
step "a night was done, and verified"

links() { find "$debian/etc/systemd" "$debian/var/lib/systemd" -name '*almanac*' 2>/dev/null; }
[ -z "$(find "$debian/etc/systemd" -name '*almanac*')" ] || fail "a unit is enabled: $(links)"
own=$debian/etc/almanac/Pipelines template=$debian/usr/share/almanac/Pipelines
# other VERSION CHANGE…: installs this package as of another version, with sed's change of a recipe.
other() {
  rm -rf "$work/other"
  dpkg-deb -R "$package" "$work/other"
  sed -i "s/^Version: .*/Version: $1/" "$work/other/DEBIAN/control"
  shift
  sed -i "$@" "$work/other/usr/share/almanac/Pipelines/packs/intro.yaml" \
    "$work/other/lib/systemd/system/almanac-nightly.service"
  dpkg-deb --root-owner-group -Znone -b "$work/other" "$debian/other.deb" >/dev/null
  inside dpkg -i /other.deb >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "an upgrade"; }
}
inside systemctl enable -q almanac-nightly.timer
echo '# ours' >>"$own/release.yaml"
rm "$own/packs/lessons.yaml"
other 99.1 -e '1s/^/# new\n/'
grep -q '# ours' "$own/release.yaml" || fail "an upgrade takes a recipe away"
[ ! -e "$own/packs/lessons.yaml" ] || fail "an upgrade brings a recipe back"
grep -q '# new' "$template/packs/intro.yaml" || fail "the template is not new"
if grep -q '# new' "$own/packs/intro.yaml"; then fail "an upgrade changes a recipe"; fi
# A version whose units read the recipes where they are unpacked.
other 99.2 -e 's#/etc/almanac/Pipelines#/usr/share/almanac/Pipelines#'
rm -r "$own"
echo '# theirs' >>"$template/release.yaml"
echo '{}' >"$template/keys.json"
cp "$template/packs/intro.yaml" "$template/packs/mine.yaml"
other 99.3 -e '1s/^/# newer\n/'
grep -q '# theirs' "$own/release.yaml" || fail "an upgrade takes a recipe away"
for file in packs/mine.yaml keys.json; do
  [ -f "$own/$file" ] || fail "an upgrade leaves $file behind"
done
step "an upgrade leaves recipes as they are"

inside apt-get remove -y -qq almanac >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "remove"; }
inside sh -c 'command -v almanac' && fail "the program stays"
[ -f "$debian/var/lib/almanac/catalog.sqlite" ] || fail "the state is gone"
[ -f "$debian/srv/almanac/puzzles/manifest.json" ] || fail "the tree is gone"
inside dpkg -i /other.deb >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "again"; }
inside systemctl is-enabled -q almanac-nightly.timer || fail "installed again, the timer is off"
inside apt-get remove -y -qq almanac >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "remove"; }
inside apt-get purge -y -qq almanac >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "purge"; }
[ -f "$debian/var/lib/almanac/catalog.sqlite" ] || fail "purge takes the state away"
[ -f "$own/release.yaml" ] || fail "purge takes the recipes away"
[ -z "$(links)" ] || fail "purge leaves links: $(links)"
step "removed: recipes, state and tree stay"
