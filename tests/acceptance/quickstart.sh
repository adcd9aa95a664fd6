#!/usr/bin/env bash
# The quick start as a newcomer sees it: wall time, peak memory and both execution times.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
config="$PWD/configs/quickstart.yaml"
cd "$work"
begin=$SECONDS
"$TRENZA" run "$config" --json quickstart.json &
pid=$!
peak=0
while kill -0 "$pid" 2>/dev/null; do
  # All processes of the run together: the parent and one child for each network.
  sum=0
  for process in "$pid" $(cat "/proc/$pid/task/$pid/children" 2>/dev/null); do
    kilobytes="$(awk '/^VmRSS/ {print $2}' "/proc/$process/status" 2>/dev/null || true)"
    sum=$((sum + ${kilobytes:-0}))
  done
  ((sum > peak)) && peak=$sum
  sleep 0.2
done
wait "$pid"
printf 'wall time %d s, peak memory of all processes %d MiB\n' $((SECONDS - begin)) $((peak / 1024))
ls -l ./*.fst
