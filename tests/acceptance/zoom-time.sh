#!/usr/bin/env bash
# 100 random machines, each at a random cycle: the tlm view hops into the pins for 500 cycles and back; registers, deliveries and counters of
# every cycle are those of a tlm view that never hops.
set -euo pipefail
TRENZA_ZOOM_MACHINES=100 build/bin/trenza_tests --gtest_filter='ZoomTime.*'
