#!/usr/bin/env bash
# 100 random machines with random routers at pin level inside the tlm view: every delivery, hop and counter is that of the tlm view alone.
set -euo pipefail
TRENZA_ZOOM_MACHINES=100 build/bin/trenza_tests --gtest_filter='ZoomSpace.*'
