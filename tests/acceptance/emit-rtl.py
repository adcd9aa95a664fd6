#!/usr/bin/env python3
"""Fabrics emitted as SystemVerilog pass in Icarus with the digest of the pin view."""
import subprocess

from check import TRENZA, WORK, Measured, Run, judge

SMALL = "{max_packet_flits: 4, buffer_packets: 2}"
TRAFFIC = "{pattern: uniform, packet_flits: 4, load: 0.5}"
FABRICS = {
    "rtt2": f"{{topology: {{kind: rtt, a: 2}}, router: {SMALL}, traffic: {TRAFFIC}, run: {{cycles: 300}}}}",
    "torus-age": """{topology: {kind: torus, size: [4, 4]}, traffic: {pattern: uniform, packet_flits: 3, load: 0.5}, run: {cycles: 60},
        router: {max_packet_flits: 3, buffer_packets: 2, router_delay: 2, credit_delay: 3, arbiter: age, selection: random,
                 crossbar: per_port, injection: shortest, injectors: 2, ejectors: 2}, link: {delay: 2}}""",
    "ptt2-turns": f"""{{topology: {{kind: ptt, a: 2}}, traffic: {TRAFFIC}, run: {{cycles: 40}},
        router: {{max_packet_flits: 4, buffer_packets: 2, arbiter: round_robin, selection: dimension_order, message_classes: 2,
                  virtual_channels: {{adaptive: 1}}, injectors: 1, ejectors: 1}}}}""",
    "rtt2-output-first": f"""{{topology: {{kind: rtt, a: 2}}, traffic: {TRAFFIC}, run: {{cycles: 100}}, router: {{max_packet_flits: 4,
        buffer_packets: 2, allocator: output_first, arbiter: matrix, crossbar: per_port}}}}""",
}
verdicts = []
for name, configuration in FABRICS.items():
    digest = Run(configuration, "--view", "pin").document["digest"]
    folder = WORK / name
    Measured(TRENZA, "emit-rtl", WORK / "run.yaml", "-o", folder, stdout=subprocess.DEVNULL)
    Measured("iverilog", "-g2012", "-s", "trenza_bench", "-o", "bench", "-c", "files.f", cwd=folder)
    said = subprocess.run(["vvp", "-n", "bench"], cwd=folder, stdout=subprocess.PIPE, check=False).stdout.decode().splitlines()[-2:]
    print(f"{name}: {'; '.join(said)}; the pin view: digest {digest}", flush=True)
    verdicts.append((len(said) == 2 and said[0].endswith(f"digest {digest}") and said[1] == "as expected", name))
judge(*verdicts)
