#!/usr/bin/env python3
"""iBT(12^3; <6>), uniform traffic beyond saturation, 16 flits, 4 injectors and ejectors: at least 1.20 phits/cycle/node are accepted."""
import sys

from check import Run, judge

run = Run("""
topology: {kind: ibt, size: [12, 12, 12], bypass: [6]}
router: {buffer_packets: 4, injectors: 4, ejectors: 4}
traffic: {pattern: uniform, packet_flits: 16, load: 2}
run: {cycles: 20000, warmup: 5000}
""", "--view", "tlm", *sys.argv[1:])
accepted = run.document["accepted_load"]
print(f"accepted {accepted:.3f} phits/cycle/node (an even split over shortest paths: 1.310), {run.seconds:.1f} s")
judge((accepted >= 1.20, "less than 1.20"))
