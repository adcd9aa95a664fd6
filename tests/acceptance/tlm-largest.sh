#!/usr/bin/env bash
# The largest network of the papers: iBT(102^3; <12,24>), 1,061,208 routers of degree 8, uniform load 0.05, 2,000 cycles, with the proof and statistics, in under 20 GiB and 15 minutes. An argument is another size in place of 102 (a multiple of 6).
set -euo pipefail
size="${1:-102}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cat >"$work/largest.yaml" <<YAML
runs: [{name: largest}]  # a list, so that the time of the run is told apart
topology: {kind: ibt, size: [$size, $size, $size], bypass: [12, 24]}
traffic: {pattern: uniform, packet_flits: 16, load: 0.05}
run: {cycles: 2000}
YAML
begin="$(date +%s.%N)"
"$TRENZA" run "$work/largest.yaml" --view tlm --json "$work/out.json" -q
end="$(date +%s.%N)"
python3 - "$work/out.json" "$begin" "$end" <<'PY'
import json, sys
document = json.load(open(sys.argv[1]))
run, meta = document["runs"][0], document["meta"]["runs"][0]
seconds = float(sys.argv[3]) - float(sys.argv[2])
gib = meta["peak_memory_mib"] / 1024
print(f"{run['nodes']:,} routers, {run['cycles']:,} cycles, {run['packets']:,} packets, accepted {run['accepted_load']:.4f} phits/cycle/node")
print(f"{seconds:.1f} s, of them {seconds - meta['wall_seconds']:.1f} s for the network and its proof and {meta['wall_seconds']:.1f} s for routers and run")
print(f"{run['flit_hops'] / meta['wall_seconds'] / 1e6:.1f} M flit-hops/s, {run['nodes'] * run['cycles'] / meta['wall_seconds'] / 1e6:.1f} M router-cycles/s")
print(f"{gib:.2f} GiB at most, {meta['peak_memory_mib'] * 2**20 / run['nodes']:,.0f} bytes a router in all, {meta['bytes_per_router']} of them its state")
sys.exit(0 if gib < 20 and seconds < 900 else 1)
PY
