#!/usr/bin/env python3
"""Whole NAS traces in the tlm view: CG, IS, FT and MG, class A, 32 ranks, on RT(4) and RTT(4), each under 15 s. TRENZA_TRACES: their folder."""
import os
import pathlib
import sys

from check import Run, judge

LIMIT = 15  # seconds
if "TRENZA_TRACES" not in os.environ:
    sys.exit("TRENZA_TRACES names the folder with CG.A.32.goal.zst, IS.A.32.goal.zst, FT.A.32.goal.zst and MG.A.32.goal.zst")
verdicts = []
for name in ("CG", "IS", "FT", "MG"):
    trace = pathlib.Path(os.environ["TRENZA_TRACES"], f"{name}.A.32.goal.zst").resolve(strict=True)
    for network in ("rt", "rtt"):
        done = Run(f'{{topology: {{kind: {network}, a: 4}}, router: {{injectors: 4, ejectors: 4}}, traffic: {{trace: "{trace}"}}}}',
                   "--view", "tlm")
        run = done.document
        print(f"{name}.A.32 on {network}(4): {done.seconds:.1f} s, {run['execution_milliseconds']:.2f} ms in {run['execution_cycles']} cycles, "
              f"{run['messages']} messages, {run['packets']} packets, {run['flit_hops'] / done.seconds / 1e6:.0f} M flit-hops/s, "
              f"digest {run['digest']}", flush=True)
        verdicts.append((run["execution_cycles"] and done.seconds < LIMIT, f"{name} on {network}(4)"))
judge(*verdicts)
