#!/usr/bin/env bash
# 10^5 cycles of full load on five networks with the smallest buffers; and each hangs, and says so, without the bubble rule.
set -euo pipefail
build/bin/trenza_tests --gtest_filter='Deadlock.*:DeadlockSlow.*'
