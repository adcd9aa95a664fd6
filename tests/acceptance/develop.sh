#!/usr/bin/env bash
# Every source compiles alone and without a warning, so it includes what it uses (preset develop; other builds are unity builds); the benchmarks are built, too.
source scripts/lib.sh
set_build develop all trenza_tests
cmake -B build-develop -DTRENZA_BENCH=ON >/dev/null
cmake --build build-develop -j "$(nproc)" --target trenza_bench
