#!/usr/bin/env python3
"""The example platform, built outside the tree against an installed package: 10^6 checked transactions on each of its networks."""
import sys

from check import Measured, build_example

_, build = build_example("platform")
print(f"wall time {Measured(build / 'platform', *(sys.argv[1:] or ['1000000'])).seconds:.0f} s")
