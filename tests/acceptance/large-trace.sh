#!/usr/bin/env bash
# A trace of 5 million messages in the tlm view on RTT(4), within 600 MiB. TRENZA_MESSAGES: another number of messages.
# The memory is VmHWM, the most that was ever resident: anonymous memory and all pages of files that were mapped. What
# the system keeps of the temporary files besides is its page cache, which it drops when anybody needs the memory. Needs
# zstd, and in TMPDIR about 400 bytes a message.
set -euo pipefail
messages="${TRENZA_MESSAGES:-5000000}"
mebibytes=600
ranks=32
rounds=$(((messages + ranks - 1) / ranks))
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# In each round a rank computes, sends to the rank that differs in one bit of its number, and receives from it.
awk -v ranks="$ranks" -v rounds="$rounds" 'BEGIN {
  print "num_ranks " ranks
  for (rank = 0; rank < ranks; ++rank) {
    print "rank " rank " {"
    for (k = 0; k < rounds; ++k) {
      bit = 2 ^ (k % 5)
      peer = int(rank / bit) % 2 ? rank - bit : rank + bit
      bytes = 8 + 16 * (k % 3)
      c = 3 * k
      printf "l%d: calc %d\nl%d: send %db to %d tag %d\nl%d: recv %db from %d tag %d\n", c, 100 + k % 7 * 50, c + 1, bytes, peer, k % 10, c + 2, bytes, peer, k % 10
      if (k > 0) printf "l%d requires l%d\n", c, c - 1
      printf "l%d requires l%d\nl%d irequires l%d\n", c + 1, c, c + 2, c
    }
    print "}"
  }
}' | zstd -q -1 -o "$work/large.goal.zst"
printf '{topology: {kind: rtt, a: 4}, traffic: {trace: "%s"}}\n' "$work/large.goal.zst" >"$work/run.yaml"

python3 - "$TRENZA" "$work" "$((ranks * rounds))" "$mebibytes" <<'PY'
import json, os, resource, subprocess, sys, time
program, work, messages, limit = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
command = [program, "run", f"{work}/run.yaml", "--view", "tlm", "--json", f"{work}/out.json", "-q"]
temporary = f"{work}/temporary"
os.mkdir(temporary)
begin = time.monotonic()
status = subprocess.call(command, env={**os.environ, "TMPDIR": temporary})
seconds = time.monotonic() - begin
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024  # VmHWM of the largest of its processes
if status != 0:
    sys.exit(f"trenza run ended with status {status}")
run = json.load(open(f"{work}/out.json"))
print(f"{run['messages']} messages in {os.path.getsize(work + '/large.goal.zst') / 2**20:.0f} MiB: {seconds:.1f} s, "
      f"peak resident memory {peak:.0f} MiB (limit {limit}), {run['execution_cycles']} cycles, "
      f"{run['packets']} packets, digest {run['digest']}")
failed = []
if peak > limit:
    failed.append("too much memory")
if run["messages"] != messages or run["packets"] != messages or not run["execution_cycles"]:
    failed.append("the replay is not whole")
if os.listdir(temporary):
    failed.append(f"files are left behind: {os.listdir(temporary)}")
sys.exit("; ".join(failed))
PY
