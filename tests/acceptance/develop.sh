#!/usr/bin/env bash
# Every source compiles alone and without a warning, so it includes what it uses (preset develop; other builds are unity builds).
source scripts/lib.sh
set_build develop all trenza_tests
