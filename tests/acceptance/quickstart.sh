#!/usr/bin/env bash
# The quick start as a newcomer sees it: wall time, peak memory and both execution times. Fails when the pin view takes less than 40 times as long as the tlm view.
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
# The same runs without waves, in both views. The ratio compares the times of the runs.
sed -e '/^waves:/,/^$/d' -e "s#trace: traces/#trace: ${config%/*}/traces/#" "$config" >plain.yaml
for view in tlm pin; do "$TRENZA" run plain.yaml --view "$view" --json "$view.json" -q; done
python3 - <<'PY'
import json, sys
seconds = {}
for view in ("tlm", "pin"):
    seconds[view] = sum(run["wall_seconds"] for run in json.load(open(f"{view}.json"))["meta"]["runs"])
ratio = seconds["pin"] / seconds["tlm"]
kept = ratio >= 40
print(f"{'kept' if kept else 'MISSED'}: pin view {seconds['pin']:.1f} s, tlm view {seconds['tlm']:.2f} s, ratio {ratio:.0f}, "
      "at least 40: the quick start takes 30 to 40 seconds on pins and less than a second in the tlm view")
sys.exit(0 if kept else 1)
PY
