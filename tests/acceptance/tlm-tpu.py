#!/usr/bin/env python3
"""All-to-all on slices of a TPU pod: the plain torus takes 1.50 to 1.75 times as long as the twisted one on 4x4x8, 1.22 to 1.40 on 4x8x8.

One 16-flit packet for each ordered pair, in random order. The judged routers have buffers of 8 packets and 6 injectors
that take the packets in turn, so that packets enter in their random order. The times are means over three seeds. The
ratio grows with shallower buffers, because they hold up the plain torus more: its long rings are the bottleneck. With
one or two injectors it shrinks, because they hold up the twisted torus. These cases are printed too.
"""
from check import Run, judge

SEEDS = (1, 2, 3)


def ratio(slice_, buffers, injectors, policy):
    """The time on the plain torus over that on the twisted one."""
    runs = [Run(f"""
runs:
  - {{name: plain, topology: {{kind: tpu, slice: {slice_}}}}}
  - {{name: twisted, topology: {{kind: tpu, slice: {slice_}_twisted}}}}
router: {{buffer_packets: {buffers}, injectors: {injectors}, injection: {policy}, ejectors: 6}}
traffic: {{pattern: all_to_all, arrival: at_start, packet_flits: 16}}
run: {{cycles: 1000000}}
""", "--view", "tlm", "--seed", seed).document["runs"] for seed in SEEDS]
    plain, twisted = ([pair[k]["execution_cycles"] for pair in runs] for k in (0, 1))
    found = sum(plain) / sum(twisted)
    print(f"{slice_}, {buffers}-packet buffers, {injectors} injectors by {policy}: plain {plain} cycles, twisted {twisted}, "
          f"ratio {found:.3f}", flush=True)
    return found


verdicts = []
for slice_, least, most in (("4x4x8", 1.50, 1.75), ("4x8x8", 1.22, 1.40)):
    print(f"judged ({least} to {most}):")
    verdicts.append((least <= ratio(slice_, 8, 6, "round_robin") <= most, f"{slice_}: not within {least} to {most}"))
    print("for comparison:")
    for router in ((4, 6, "direction"), (4, 6, "round_robin"), (16, 6, "round_robin"), (4, 2, "round_robin")):
        ratio(slice_, *router)
judge(*verdicts)
