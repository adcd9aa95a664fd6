#!/usr/bin/env python3
"""Fabrics emitted as SystemVerilog pass in Icarus with the digest of the pin view."""
from check import emitted, judge

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
judge(*(emitted(name, configuration) for name, configuration in FABRICS.items()))
