#!/usr/bin/env bash
# A million inputs of libFuzzer for each format of traces, under AddressSanitizer: none crashes, hangs or takes 2 GiB.
set -euo pipefail
source "$TRENZA_ROOT/scripts/lib.sh"
runs="${1:-1000000}"
set_build fuzz trenza_fuzz TRENZA_FUZZ=ON
export ASAN_OPTIONS=quarantine_size_mb=16  # inputs are small, and there are many
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
for corpus in "$TRENZA_ROOT"/tests/fuzz/corpus/*; do
  format="$(basename "$corpus")"
  mkdir "$work/$format"
  target="$TRENZA_ROOT/build-fuzz/bin/trenza_fuzz_$format"
  # What is found goes into the first folder.
  if ! "$target" -runs="$runs" -seed=1 -max_len=2048 -timeout=20 -rss_limit_mb=2048 -detect_leaks=1 -print_final_stats=1 \
    -artifact_prefix="$work/$format-" "$work/$format" "$corpus" >"$work/log" 2>&1; then
    tail -n 60 "$work/log"
    say "fuzz-traces: $format fails"
    exit 1
  fi
  printf '%-10s %s inputs, %s inputs kept: no fault\n' "$format" \
    "$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log")" "$(find "$work/$format" -type f | wc -l)"
done
