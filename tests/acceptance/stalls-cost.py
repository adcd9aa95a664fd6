#!/usr/bin/env python3
"""What counting why packets wait costs the tlm view: RTT(8), five machines, medians of seven pairs."""
import statistics

from check import Run, judge

PAIRS = 7
MOST_OF_THE_SPEED = 0.4
CONFIGURATION = """
topology: {{kind: rtt, a: 8}}
router: {{max_packet_flits: {flits}, injectors: 1, ejectors: 1}}
traffic: {{pattern: uniform, packet_flits: {flits}, load: {load}}}
run: {{cycles: {cycles}}}
"""

verdicts = []
for load, flits, cycles in ((0.05, 16, 200_000), (0.4, 4, 20_000), (0.4, 16, 60_000), (0.4, 64, 100_000), (1.2, 16, 40_000)):
    text = CONFIGURATION.format(load=load, flits=flits, cycles=cycles)
    ratios = []
    digests = set()
    for _ in range(PAIRS):
        seconds = {}
        for stalls in ("off", "on"):
            document = Run(text, "--set", f"run.stalls={stalls}").document
            seconds[stalls] = document["meta"]["wall_seconds"]
            digests.add(document["digest"])
        ratios.append(seconds["on"] / seconds["off"])
    ratio = statistics.median(ratios)
    cost = 1 - 1 / ratio
    print(f"load {load}, {flits} flits: {ratio:.2f} times as long, {cost:.0%} of the speed ({min(ratios):.2f} to {max(ratios):.2f})")
    verdicts.append((len(digests) == 1, f"load {load}: counting changes the digest"))
    verdicts.append((cost <= MOST_OF_THE_SPEED, f"load {load}, {flits} flits: {cost:.0%} of the speed, not at most {MOST_OF_THE_SPEED:.0%}"))
judge(*verdicts)
