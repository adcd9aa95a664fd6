#!/usr/bin/env bash
# iBT(12^3; <6>), uniform traffic beyond saturation, 16 flits, 4 injection and 4 ejection ports, 4-packet buffers: at least 1.20 phits/cycle/node are accepted.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cat >"$work/ibt.yaml" <<'YAML'
topology: {kind: ibt, size: [12, 12, 12], bypass: [6]}
router: {buffer_packets: 4, injectors: 4, ejectors: 4}
traffic: {pattern: uniform, packet_flits: 16, load: 2}
run: {cycles: 20000, warmup: 5000}
YAML
"$TRENZA" run "$work/ibt.yaml" --view tlm --json "$work/out.json" -q "$@"
python3 - "$work/out.json" <<'PY'
import json, sys
run = json.load(open(sys.argv[1]))
print(f"accepted {run['accepted_load']:.3f} phits/cycle/node (bound of an even split 1.310), {run['meta']['wall_seconds']:.1f} s")
sys.exit(0 if run["accepted_load"] >= 1.20 else 1)
PY
