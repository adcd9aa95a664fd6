#!/usr/bin/env python3
"""The cost of routers of 3, 4 and 8 VCs with both allocators and three arbiters: a table, monotone where it should be. Minutes."""
from check import ROOT, TRENZA, Measured

Measured("python3", ROOT / "scripts" / "area_table.py", TRENZA, ROOT, "--check", "3", "4", "8", "round_robin", "random", "matrix")
