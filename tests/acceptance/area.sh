#!/usr/bin/env bash
# The cost of routers of 3, 4 and 8 VCs with two allocators: a table, monotone where it should be. Needs Yosys; minutes.
set -euo pipefail
python3 "$TRENZA_ROOT/scripts/area_table.py" "$TRENZA" "$TRENZA_ROOT" --check 3 4 8 round_robin random
