#!/usr/bin/env bash
# 10^6 cycles of full load without a deadlock in the tlm view: ten random networks of each of the six families, with the smallest buffers that the proof allows.
set -euo pipefail
build/bin/trenza_tests --gtest_filter='FullLoad*'
