#!/usr/bin/env bash
# A million inputs of libFuzzer for each format of traces, under AddressSanitizer: none crashes, hangs or takes 2 GiB.
set -euo pipefail
source "$TRENZA_ROOT/scripts/lib.sh"
runs="${1:-1000000}"
set_build fuzz trenza_fuzz
export ASAN_OPTIONS=quarantine_size_mb=16  # inputs are small, and there are many
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

fuzz_format() { # corpus
  local format target
  format="$(basename "$1")"
  target="$TRENZA_ROOT/build-fuzz/bin/trenza_fuzz_$format"
  mkdir "$work/$format"
  # What is found goes into the first folder.
  if ! "$target" -runs="$runs" -seed=1 -max_len=2048 -timeout=20 -rss_limit_mb=2048 -detect_leaks=1 -print_final_stats=1 \
    -artifact_prefix="$work/$format-" "$work/$format" "$1" >"$work/$format.log" 2>&1; then
    tail -n 60 "$work/$format.log"
    say "fuzz-traces: $format fails"
    return 1
  fi
  printf '%-10s %s inputs, %s inputs kept: no fault\n' "$format" \
    "$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/$format.log")" "$(find "$work/$format" -type f | wc -l)"
}

# As many formats side by side as there are processors.
status=0
for corpus in "$TRENZA_ROOT"/tests/fuzz/corpus/*; do
  while (($(jobs -rp | wc -l) >= $(nproc))); do wait -n || status=1; done
  fuzz_format "$corpus" &
done
while [[ -n "$(jobs -p)" ]]; do wait -n || status=1; done
exit "$status"
