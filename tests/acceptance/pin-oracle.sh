#!/usr/bin/env bash
# The pin view against the oracle on 200 random machines and 10,000 cycles of the CG trace.
set -euo pipefail
build/bin/trenza_tests --gtest_filter='PinOracle*:Contract.*'
build/bin/trenza_tests --gtest_filter='TraceOracle.*'
