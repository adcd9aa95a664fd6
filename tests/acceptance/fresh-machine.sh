#!/usr/bin/env bash
# Both commands of the README on a bare Debian 12, where nothing is installed: as root, in a clone of what is committed. Needs debootstrap.
set -euo pipefail
mirror="$(grep -rhoE '^(URIs:|deb( \[[^]]*\])?) +[^ ]+' /etc/apt/sources.list /etc/apt/sources.list.d 2>/dev/null | head -n 1 | sed 's/.* //')"
system="$(mktemp -d /var/tmp/fresh-XXXXXX)"
trap 'rm -rf --one-file-system "$system"' EXIT
debootstrap --variant=minbase bookworm "$system" "${mirror:?no mirror in the sources of apt}" >"$system.log" 2>&1 || { cat "$system.log"; exit 1; }
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
