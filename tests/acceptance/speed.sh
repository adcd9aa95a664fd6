#!/usr/bin/env bash
# Speed of the pin view (tests/bench/): microseconds per router-cycle at 50 % and 2 % link load, without and with FST. Fails when a ratio misses what docs/performance.md promises. Wants a quiet machine.
set -euo pipefail
source scripts/lib.sh
cmake --preset release -B build-bench -DTRENZA_BENCH=ON >/dev/null
cmake --build build-bench --target trenza_bench -j2 >/dev/null
build-bench/bin/trenza_bench --benchmark_filter="^(pin_view|fst_ratio|idle_ratio)" --benchmark_counters_tabular=true "$@"
