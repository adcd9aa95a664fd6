#!/usr/bin/env bash
# Every wrong twin of tests/rtl_mutations.txt is stopped by shadow mode with a message that names block and cycle; the right twins pass the same runs.
set -euo pipefail
tests="$(dirname "$TRENZA")/trenza_tests"
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
"$tests" --gtest_brief=1 --gtest_filter='*RtlMutations*'
