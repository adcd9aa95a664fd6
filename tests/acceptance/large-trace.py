#!/usr/bin/env python3
"""A trace of 5 million messages in the tlm view on RTT(4), within 600 MiB. TRENZA_MESSAGES: another number of messages.

The memory is the peak resident size: anonymous memory and all pages of mapped files. The system can keep more of the
temporary files in its page cache, which it drops when the memory is needed. TMPDIR needs about 400 bytes a
message.
"""
import os
import subprocess

from check import WORK, Run, judge

RANKS, LIMIT = 32, 600  # MiB
rounds = -(-int(os.environ.get("TRENZA_MESSAGES", "5000000")) // RANKS)
trace = WORK / "large.goal.zst"

# In each round a rank computes, sends to the rank that differs in one bit of its number, and receives from it.
with open(trace, "wb") as file, subprocess.Popen(["zstd", "-q", "-1"], stdin=subprocess.PIPE, stdout=file) as packer:
    packer.stdin.write(f"num_ranks {RANKS}\n".encode())
    for rank in range(RANKS):
        lines = [f"rank {rank} {{"]
        for k in range(rounds):
            peer, size, c = rank ^ (1 << k % 5), 8 + 16 * (k % 3), 3 * k
            lines += [f"l{c}: calc {100 + k % 7 * 50}", f"l{c + 1}: send {size}b to {peer} tag {k % 10}",
                      f"l{c + 2}: recv {size}b from {peer} tag {k % 10}"]
            if k > 0:
                lines.append(f"l{c} requires l{c - 1}")
            lines += [f"l{c + 1} requires l{c}", f"l{c + 2} irequires l{c}"]
        packer.stdin.write("\n".join(lines + ["}", ""]).encode())

temporary = WORK / "temporary"
temporary.mkdir()
done = Run(f'{{topology: {{kind: rtt, a: 4}}, traffic: {{trace: "{trace}"}}}}', "--view", "tlm",
           env={**os.environ, "TMPDIR": str(temporary)})
run = done.document
print(f"{run['messages']} messages in {trace.stat().st_size / 2**20:.0f} MiB: {done.seconds:.1f} s, "
      f"peak resident memory {done.mebibytes:.0f} MiB (limit {LIMIT}), {run['execution_cycles']} cycles, "
      f"{run['packets']} packets, digest {run['digest']}")
left = os.listdir(temporary)
judge((done.mebibytes <= LIMIT, "too much memory"),
      (run["messages"] == run["packets"] == RANKS * rounds and run["execution_cycles"], "the replay is not whole"),
      (not left, f"files are left behind: {left}"))
