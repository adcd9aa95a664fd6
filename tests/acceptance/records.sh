#!/usr/bin/env bash
# Records of 300 random twisted tori of up to 64 x 48 nodes, 1 to 4 dimensions: minimal between all pairs, against a search.
set -euo pipefail
build/bin/trenza_topologies_tests --gtest_filter='RecordRoutingSlow*'
