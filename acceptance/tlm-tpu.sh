#!/usr/bin/env bash
# All-to-all (one 16-flit packet for each ordered pair, in random order) on slices of a TPU pod, twisted over plain: 1.50 to 1.75 on 4x4x8, 1.22 to 1.40 on 4x8x8.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
status=0
for slice in "4x4x8 1.50 1.75" "4x8x8 1.22 1.40"; do
  read -r sizes least most <<<"$slice"
  cat >"$work/tpu.yaml" <<YAML
runs:
  - {name: plain, topology: {kind: tpu, slice: $sizes}}
  - {name: twisted, topology: {kind: tpu, slice: ${sizes}_twisted}}
router: {buffer_packets: 4, injectors: 6, ejectors: 6}
traffic: {pattern: all_to_all, arrival: at_start, packet_flits: 16}
run: {cycles: 1000000}
YAML
  "$TRENZA" run "$work/tpu.yaml" --view tlm --json "$work/out.json" -q "$@"
  python3 - "$work/out.json" "$sizes" "$least" "$most" <<'PY' || status=1
import json, sys
out, sizes, least, most = sys.argv[1:]
plain, twisted = json.load(open(out))["runs"]
ratio = plain["execution_cycles"] / twisted["execution_cycles"]
print(f"{sizes}: plain {plain['execution_cycles']} cycles, twisted {twisted['execution_cycles']}, ratio {ratio:.3f} ({least} to {most})")
sys.exit(0 if float(least) <= ratio <= float(most) else 1)
PY
done
exit $status
