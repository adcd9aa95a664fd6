#!/usr/bin/env bash
# Every property of the SystemVerilog twins proved, and each mutated design refused.
set -euo pipefail
scripts/prove
python3 scripts/prove_mutations.py "$TRENZA_ROOT"
