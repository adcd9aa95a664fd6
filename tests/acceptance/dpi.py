#!/usr/bin/env python3
"""The example test bench in SystemVerilog, built outside the tree against an installed package: every reply checked."""
from check import Measured, build_example

sources, build = build_example("dpi")
Measured(build / "model" / "dpi", cwd=sources)
