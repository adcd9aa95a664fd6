#!/usr/bin/env bash
# Mean hops, saturation of RT(8) and RTT(8) by injection and crossbar, maximum of local traffic: prints what it measures.
set -euo pipefail
build/bin/trenza_tests --gtest_filter='PaperNumbers*'
