#!/usr/bin/env python3
"""A sweep costs little: 10,000 points of RTT(4) take under 10 ms a point beside the simulation, and configs/sweep.yaml under 60 s on two processors."""
import json
import os

from check import ROOT, TRENZA, WORK, Measured, judge

POINTS = 10_000
(WORK / "many.yaml").write_text("""
topology: {rtt: 4}
traffic: {pattern: uniform, packet_flits: 16}
run: {cycles: 1000}
sweep: {traffic.load: {from: 0.01, to: 0.5, step: 0.01}, seeds: 200}
""")
jobs = min(2, len(os.sched_getaffinity(0)))


def simulated(folder):
    """Seconds that the simulations themselves took, and how many there were."""
    lines = [json.loads(line) for log in folder.glob("log/*.jsonl") for line in log.read_text().splitlines()]
    return sum(line["wall_seconds"] for line in lines), len(lines)


many = Measured(TRENZA, "sweep", WORK / "many.yaml", "-o", WORK / "many", "-q", "--jobs", jobs)
seconds, points = simulated(WORK / "many")
overhead = (many.seconds * jobs - seconds) / POINTS
print(f"{points} points in {many.seconds:.1f} s on {jobs} processors: {1000 * overhead:.2f} ms a point beside the simulation")
again = Measured(TRENZA, "sweep", WORK / "many.yaml", "-o", WORK / "many", "-q", "--jobs", jobs)
print(f"once more, with nothing to run: {again.seconds:.1f} s")
figure = Measured(TRENZA, "sweep", ROOT / "configs/sweep.yaml", "-o", WORK / "figure", "-q", "--jobs", jobs)
print(f"configs/sweep.yaml: {simulated(WORK / 'figure')[1]} points in {figure.seconds:.1f} s on {jobs} processors")
judge((points == POINTS, "not all points"), (overhead < 0.010, "10 ms or more a point"),
      (figure.seconds < 60, "60 s or more for configs/sweep.yaml"))
