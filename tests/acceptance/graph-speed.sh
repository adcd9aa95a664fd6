#!/usr/bin/env bash
# Time and memory of the large graph commands: the sweep of twists, iBT(102^3) with all its schemes, all worst cases up to a = 8.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
failed=0

# measure <what> <seconds> <MiB> <arguments of trenza...>: fails above the limits.
measure() {
  local what="$1" seconds="$2" mebibytes="$3" begin pid status=0 peak=0 now took verdict=ok
  shift 3
  begin="$EPOCHREALTIME"
  "$TRENZA" "$@" --quiet --json "$work/out.json" &
  pid=$!
  while now="$(awk '/^VmHWM/ {print $2}' "/proc/$pid/status" 2>/dev/null)"; do
    [[ -n "$now" ]] || break
    peak="$now"
    sleep 0.01
  done
  wait "$pid" || status=$?
  took="$(awk "BEGIN {printf \"%.2f\", $EPOCHREALTIME - $begin}")"
  if ((status != 0 || peak > mebibytes * 1024)) || awk "BEGIN {exit !($took > $seconds)}"; then
    verdict="FAILED (status $status)"
    failed=1
  fi
  printf '%-58s %7.2f s (limit %2d)  %5d MiB (limit %d)  %s\n' "$what" "$took" "$seconds" $((peak / 1024)) "$mebibytes" "$verdict"
}

measure 'twists: 12 rows, 12 to 48 columns, every twist' 2 2048 twists --rows 12 --columns 12:48
measure 'bypass: every scheme of iBT(102^3), all source classes' 45 2048 bypass --d 3 --n 102 --metrics --threads 2
specs=()
for kind in rt rtt pt ptt pdtt bcc; do
  for a in 2 3 4 5 6 7 8; do specs+=("$kind: {a: $a}"); done
done
measure 'topology --worst-case: rt, rtt, pt, ptt, pdtt, bcc, a to 8' 60 2048 topology "${specs[@]}" --worst-case --threads 2
for key in worst_case_throughput worst_case_throughput_dimension_order; do
  found="$(grep -c "\"$key\": [0-9]" "$work/out.json" || true)"
  ((found == ${#specs[@]})) || { echo "$key: $found of ${#specs[@]}"; failed=1; }
done
exit "$failed"
