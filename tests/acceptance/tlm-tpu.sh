#!/usr/bin/env bash
# All-to-all (one 16-flit packet for each ordered pair, in random order) on slices of a TPU pod: the time of the plain torus over that of the twisted one is 1.50 to 1.75 on 4x4x8 and 1.22 to 1.40 on 4x8x8.
#
# Judged are routers with buffers of 8 packets whose 6 injectors take the packets in turn, so that they enter in their random
# order; means over three seeds. Shallower buffers hold up the plain torus more than the twisted one (its long rings are
# the bottleneck), so the ratio grows; one or two injectors hold up the twisted one, so it shrinks: those are printed too.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
status=0

# measure SLICE LEAST MOST BUFFERS INJECTORS POLICY: prints the ratio; fails if it is not within LEAST and MOST.
measure() {
  cat >"$work/tpu.yaml" <<YAML
runs:
  - {name: plain, topology: {kind: tpu, slice: $1}}
  - {name: twisted, topology: {kind: tpu, slice: ${1}_twisted}}
router: {buffer_packets: $4, injectors: $5, injection: $6, ejectors: 6}
traffic: {pattern: all_to_all, arrival: at_start, packet_flits: 16}
run: {cycles: 1000000}
YAML
  local seed
  for seed in 1 2 3; do "$TRENZA" run "$work/tpu.yaml" --view tlm --seed "$seed" --json "$work/$seed.json" -q; done
  python3 - "$work" "$@" <<'PY'
import json, sys
work, slice_, least, most, *router = sys.argv[1:]
runs = [json.load(open(f"{work}/{seed}.json"))["runs"] for seed in (1, 2, 3)]
plain, twisted = ([pair[k]["execution_cycles"] for pair in runs] for k in (0, 1))
ratio = sum(plain) / sum(twisted)
print(f"{slice_}, {router[0]}-packet buffers, {router[1]} injectors by {router[2]}: plain {plain} cycles, twisted {twisted}, ratio {ratio:.3f}")
sys.exit(0 if float(least) <= ratio <= float(most) else 1)
PY
}

for slice in "4x4x8 1.50 1.75" "4x8x8 1.22 1.40"; do
  read -r sizes least most <<<"$slice"
  echo "judged ($least to $most):"
  measure "$sizes" "$least" "$most" 8 6 round_robin || status=1
  echo "for comparison:"
  measure "$sizes" 0 9 4 6 direction
  measure "$sizes" 0 9 4 6 round_robin
  measure "$sizes" 0 9 16 6 round_robin
  measure "$sizes" 0 9 4 2 round_robin
done
exit $status
