#!/usr/bin/env bash
# The worst permutation of dimension order, simulated without adaptive channels: the bound is not exceeded and reached within 15 %.
set -euo pipefail
build/bin/trenza_worst_permutation_test --gtest_filter='WorstPermutationSlow*'
