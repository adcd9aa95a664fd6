#!/usr/bin/env bash
# 2 x 10^4 cycles of full load on networks of every family, with the smallest buffers that the proof allows, with adaptive channels and without.
set -euo pipefail
build/bin/trenza_tests --gtest_filter='EveryNetworkSlow*'
