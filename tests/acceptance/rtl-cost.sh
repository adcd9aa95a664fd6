#!/usr/bin/env bash
# What RTL costs: allocators, and whole routers, in SystemVerilog in all 128 routers of RTT(8), as a multiple of the pin view's time; and one router at pin level inside the tlm view, in microseconds for each cycle. Fails when a ratio misses what docs/performance.md promises. Wants a quiet machine.
set -euo pipefail
source scripts/lib.sh
cmake --preset release -B build-bench -DTRENZA_BENCH=ON >/dev/null
cmake --build build-bench --target trenza_bench -j2 >/dev/null
build-bench/bin/trenza_bench --benchmark_filter="^(rtl_|zoom_)" --benchmark_counters_tabular=true "$@"
