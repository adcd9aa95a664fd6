#!/usr/bin/env bash
# The worst permutation of dimension order, simulated without adaptive channels: the bound is not exceeded and reached within 15 %.
set -euo pipefail
build/bin/trenza_tests --gtest_filter='WorstPermutationSlow*'
