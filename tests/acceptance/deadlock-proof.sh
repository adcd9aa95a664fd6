#!/usr/bin/env bash
# The proof of deadlock freedom against exhaustive exploration of 1,000 random small networks.
set -euo pipefail
build/bin/trenza_topologies_tests --gtest_filter='StateExplorer*:ProofLanes*'
