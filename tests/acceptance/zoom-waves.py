#!/usr/bin/env python3
"""A 300-cycle wave at cycle 10^7 of RTT(8) at load 0.3 in under 10 s, once a snapshot is near."""
from check import TRENZA, WORK, Measured, judge

(WORK / "far.yaml").write_text("""
topology: {kind: rtt, a: 8}
traffic: {pattern: uniform, packet_flits: 16, load: 0.3}
run: {cycles: 10000300}
""")
Measured(TRENZA, "run", WORK / "far.yaml", "--quiet", "--save-at", "9999000", WORK / "near.snap")
wave = Measured(TRENZA, "run", WORK / "far.yaml", "--from", WORK / "near.snap", "--waves", WORK / "far.fst",
                "--waves-window", "10000000:10000300")
print(f"{wave.seconds:.1f} s")
judge((wave.seconds < 10, "10 s or more"), ((WORK / "far.fst").stat().st_size > 0, "the wave file is empty"))
