#!/usr/bin/env bash
# The pin view against the oracle on 200 random machines and 10,000 cycles of the CG trace.
set -euo pipefail
build/bin/trenza_pin_oracle_test
build/bin/trenza_trace_oracle_test
