#!/usr/bin/env bash
# Both commands of the README on a bare Debian 12, where nothing is installed: as root, in a clone of what is committed. Needs debootstrap.
set -euo pipefail
# The mirror of this machine's own apt: the first one with an address, in either format of its sources.
mirror="$(find /etc/apt/sources.list /etc/apt/sources.list.d '(' -name '*.list' -o -name '*.sources' ')' -exec cat {} + 2>/dev/null |
  sed -nE 's/^URIs: *([^ ]+).*/\1/p; s/^deb +(\[[^]]*\] +)?([^ ]+).*/\2/p' | sed -n 1p || true)"
[[ -n "$mirror" ]] || { echo "fresh-machine: the sources of apt name no mirror" >&2; exit 2; }
system="$(mktemp -d /var/tmp/fresh-XXXXXX)"
trap 'rm -rf --one-file-system "$system"' EXIT
debootstrap --variant=minbase bookworm "$system" "$mirror" >"$system.log" 2>&1 || { cat "$system.log"; exit 1; }
rm "$system.log"
cp /etc/resolv.conf "$system/etc/"
cp /etc/apt/apt.conf.d/* "$system/etc/apt/apt.conf.d/"
git clone -q "$TRENZA_ROOT" "$system/root/clone"
# The mounts disappear together with their namespace.
unshare --mount --pid --fork bash -c '
  mount -t proc proc "$0/proc"
  exec chroot "$0" env -i HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin bash -c "cd /root/clone
    time scripts/trenza run configs/quickstart.yaml && cmake --install build --prefix /tmp/installed >/dev/null &&
    /tmp/installed/bin/trenza --version && time scripts/test"' "$system"
