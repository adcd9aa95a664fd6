#!/usr/bin/env python3
"""The largest network of the papers, iBT(102^3; <12,24>), 2,000 cycles at load 0.05: under 20 GiB and 15 minutes. An argument is another size (a multiple of 6)."""
import sys

from check import Run, judge

size = sys.argv[1] if len(sys.argv) > 1 else "102"
measured = Run(f"""
runs: [{{name: largest}}]  # a list, so that the time of the run is told apart
topology: {{kind: ibt, size: [{size}, {size}, {size}], bypass: [12, 24]}}
traffic: {{pattern: uniform, packet_flits: 16, load: 0.05}}
run: {{cycles: 2000}}
""", "--view", "tlm")
run, meta = measured.document["runs"][0], measured.document["meta"]["runs"][0]
seconds, gib = measured.seconds, meta["peak_memory_mib"] / 1024
print(f"{run['nodes']:,} routers, {run['cycles']:,} cycles, {run['packets']:,} packets, accepted {run['accepted_load']:.4f} phits/cycle/node")
print(f"{seconds:.1f} s, of them {seconds - meta['wall_seconds']:.1f} s for the network and its proof and {meta['wall_seconds']:.1f} s for routers and run")
print(f"{run['flit_hops'] / meta['wall_seconds'] / 1e6:.1f} M flit-hops/s, {run['nodes'] * run['cycles'] / meta['wall_seconds'] / 1e6:.1f} M router-cycles/s")
print(f"{gib:.2f} GiB at most, {meta['peak_memory_mib'] * 2**20 / run['nodes']:,.0f} bytes a router in all, {meta['bytes_per_router']} of them its state")
judge((gib < 20, "20 GiB or more"), (seconds < 900, "15 minutes or more"))
