#!/usr/bin/env bash
# The timing of BookSim 2: mean latency within 1 % up to half and 3 % up to 80 % of saturation, accepted load within 2 %.
exec python3 scripts/booksim2_table.py "$TRENZA" "$TRENZA_ROOT" --judge
