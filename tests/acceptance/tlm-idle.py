#!/usr/bin/env python3
"""Idle costs nothing: RTT(8) with one packet in 10^5 cycles simulates 10^9 cycles in under 10 s."""
from check import Run, judge

# 128 nodes, packets of 16 flits: 16 / 128 / 10^5 phits/cycle/node.
run = Run("""
topology: {kind: rtt, a: 8}
traffic: {pattern: uniform, packet_flits: 16, load: 0.00000125}
run: {cycles: 1000000000, warmup: 0}
""", "--view", "tlm")
cycles, packets = run.document["cycles"], run.document["packets"]
print(f"{cycles} cycles with {packets} packets in {run.seconds:.2f} s")
judge((run.seconds < 10, "10 s or more"), (cycles == 10**9, "not all cycles"), (9_000 < packets < 11_000, "not the packets of this load"))
