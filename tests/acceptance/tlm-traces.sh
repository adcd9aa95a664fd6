#!/usr/bin/env bash
# Whole NAS traces in the tlm view: CG, IS, FT and MG, class A, 32 ranks, on RT(4) and RTT(4), each under 15 s. TRENZA_TRACES: the folder that holds {CG,IS,FT,MG}.A.32.goal.zst.
set -euo pipefail
limit=15
folder="${TRENZA_TRACES:?names the folder with CG.A.32.goal.zst, IS.A.32.goal.zst, FT.A.32.goal.zst and MG.A.32.goal.zst}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
status=0
for name in CG IS FT MG; do
  trace="$(realpath "$folder/$name.A.32.goal.zst")"
  [[ -f "$trace" ]] || { echo "$trace is missing" >&2; exit 1; }
  for network in rt rtt; do
    printf '{topology: {kind: %s, a: 4}, router: {injectors: 4, ejectors: 4}, traffic: {trace: "%s"}}\n' "$network" "$trace" >"$work/run.yaml"
    begin="$(date +%s.%N)"
    "$TRENZA" run "$work/run.yaml" --view tlm --json "$work/out.json" -q
    end="$(date +%s.%N)"
    python3 - "$work/out.json" "$name.A.32" "$network(4)" "$begin" "$end" "$limit" <<'PY' || status=1
import json, sys
out, trace, network, begin, end, limit = sys.argv[1:]
run = json.load(open(out))
seconds = float(end) - float(begin)
print(f"{trace} on {network}: {seconds:.1f} s, {run['execution_milliseconds']:.2f} ms in {run['execution_cycles']} cycles, "
      f"{run['messages']} messages, {run['packets']} packets, {run['flit_hops'] / seconds / 1e6:.0f} M flit-hops/s, digest {run['digest']}")
sys.exit(0 if run["execution_cycles"] and seconds < float(limit) else 1)
PY
  done
done
exit $status
