#!/usr/bin/env bash
# The tlm view is the same machine: 2,000 random machines against the oracle, 200 against the pin view, and four traces whole against both.
set -euo pipefail
build/bin/trenza_tests --gtest_filter='TlmOracle*:TlmPins*'
build/bin/trenza_tests --gtest_filter='TlmTrace*'
