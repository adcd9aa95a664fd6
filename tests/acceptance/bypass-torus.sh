#!/usr/bin/env bash
# iBT(16^2; <4>) against the plain torus at saturation, and its mean hops at low load.
set -euo pipefail
build/bin/trenza_tests --gtest_filter='BypassNumbersSlow*'
