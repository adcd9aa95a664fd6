#!/usr/bin/env bash
# A 300-cycle wave at cycle 10^7 of RTT(8) at load 0.3 in under 10 s, once a snapshot is near.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/far.yaml" <<'YAML'
topology: {kind: rtt, a: 8}
traffic: {pattern: uniform, packet_flits: 16, load: 0.3}
run: {cycles: 10000300}
YAML
build/bin/trenza run "$folder/far.yaml" --quiet --save-at 9999000 "$folder/near.snap"
begin=$(date +%s%N)
build/bin/trenza run "$folder/far.yaml" --from "$folder/near.snap" --waves "$folder/far.fst" --waves-window 10000000:10000300
milliseconds=$((($(date +%s%N) - begin) / 1000000))
echo "$milliseconds ms"
test -s "$folder/far.fst"
test "$milliseconds" -lt 10000
