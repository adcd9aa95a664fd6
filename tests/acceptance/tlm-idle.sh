#!/usr/bin/env bash
# Idle costs nothing: RTT(8) with one packet in 10^5 cycles simulates 10^9 cycles in under 10 s.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
# 128 nodes, packets of 16 flits: 16 / 128 / 10^5 phits/cycle/node.
cat >"$work/idle.yaml" <<'YAML'
topology: {kind: rtt, a: 8}
traffic: {pattern: uniform, packet_flits: 16, load: 0.00000125}
run: {cycles: 1000000000, warmup: 0}
YAML
begin="$(date +%s.%N)"
"$TRENZA" run "$work/idle.yaml" --view tlm --json "$work/out.json" -q
end="$(date +%s.%N)"
python3 - "$work/out.json" "$begin" "$end" <<'PY'
import json, sys
run = json.load(open(sys.argv[1]))
seconds = float(sys.argv[3]) - float(sys.argv[2])
print(f"{run['cycles']} cycles with {run['packets']} packets in {seconds:.2f} s")
sys.exit(0 if seconds < 10 and run["cycles"] == 10**9 and 9_000 < run["packets"] < 11_000 else 1)
PY
