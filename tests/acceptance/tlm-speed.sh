#!/usr/bin/env bash
# Speed of the tlm view (tests/bench/): prints the table of docs/performance.md; with --update writes it there. Fails when a ratio (to a bare loop, to the pin view) misses what the page promises. Wants a quiet machine.
set -euo pipefail
source scripts/lib.sh
update=no
if [[ "${1:-}" == --update ]]; then update=yes; shift; fi
cmake --preset release -B build-bench -DTRENZA_BENCH=ON >/dev/null
cmake --build build-bench --target trenza_bench -j2 >/dev/null
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
status=0
build-bench/bin/trenza_bench --benchmark_filter='^(tlm_view|tlm_over_loop|view_ratio)' --benchmark_format=json "$@" >"$work/bench.json" || status=$?
python3 scripts/speed_table.py "$work/bench.json" | tee "$work/table.md"
if [[ "$update" == yes ]]; then python3 scripts/speed_table.py "$work/bench.json" --into docs/performance.md; fi
exit "$status"
