#!/usr/bin/env python3
"""Speed of the flit-level machine in M flit-hops/s of processor time, on one core: the asked ones at 8 x 8; 32 x 32 against 8 x 8."""
import os

from check import Run, judge

RUN = """
topology: {{kind: torus, size: [{k}, {k}]}}
router: {{switching: wormhole, virtual_channels: {{count: {vcs}}}, buffer_flits: 8}}
traffic: {{pattern: uniform, packet_flits: {flits}, load: {load}}}
run: {{cycles: {cycles}}}
"""
REPEATS = 5


def speed(k, vcs, flits, load, cycles):
    """The best of some runs, M flit-hops/s of processor time without the start of the program."""
    best = 0
    for _ in range(REPEATS):
        seconds = []
        for length in (cycles, 2 * cycles):
            before = os.times()
            run = Run(RUN.format(k=k, vcs=vcs, flits=flits, load=load, cycles=length))
            after = os.times()
            seconds.append(after.children_user + after.children_system - before.children_user - before.children_system)
            hops = run.document["flit_hops"]
        best = max(best, hops / 2 / (seconds[1] - seconds[0]) / 1e6)
    print(f"{k}x{k}, {vcs} VCs, {flits} flits at {load}: {best:.2f} M flit-hops/s", flush=True)
    return best


long_packets = speed(8, 4, 16, 0.4, 200000)
short_packets = speed(8, 8, 4, 0.4, 200000)
small = speed(8, 4, 16, 0.1, 400000)
large = speed(32, 4, 16, 0.1, 25000)
judge((long_packets >= 12, "less than 12 with 16 flits"), (short_packets >= 10, "less than 10 with 4 flits"),
      (large * 1.5 >= small, "32 x 32 costs more than 1.5 times as much a flit-hop"))
