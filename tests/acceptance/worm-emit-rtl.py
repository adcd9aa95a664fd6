#!/usr/bin/env python3
"""Fabrics of flit-level routers emitted as SystemVerilog pass in Icarus with the digest of the pin view: routes, pipelines, allocators, sources. Minutes."""
from check import emitted, judge


def fabric(router, network="{torus: [4, 4]}", link="{}", traffic="", cycles=40):
    return f"""{{topology: {network}, link: {link}, run: {{cycles: {cycles}}},
        router: {{switching: wormhole, max_packet_flits: 5, {router}}},
        traffic: {{pattern: uniform, packet_flits: [{{flits: 1, weight: 1}}, {{flits: 5, weight: 2}}], load: 0.6{traffic}}}}}"""


FABRICS = {
    "dimension-order": fabric("virtual_channels: {count: 2}, buffer_flits: 4"),
    "static": fabric("dateline: static, virtual_channels: {count: 4}, buffer_flits: 2, vc_allocation: {requests: all}, arbiter: round_robin"),
    "crossing": fabric("dateline: crossing, virtual_channels: {count: 3}, buffer_flits: 5, pipeline: two_step, arbiter: matrix"),
    "duato": fabric("routing: duato, virtual_channels: {count: 3}, buffer_flits: 4, ejectors: 2"),
    "duato-all": fabric("routing: duato, virtual_channels: {count: 4}, buffer_flits: 3, vc_allocation: {requests: all}, pipeline: speculative"),
    "duato-nbc": fabric("routing: duato_nbc, virtual_channels: {count: 5}, buffer_flits: 3"),
    "duato-nbc-rtt4": fabric("routing: duato_nbc, virtual_channels: {count: 4}, buffer_flits: 3, vc_allocation: {requests: all}, arbiter: round_robin",
                             "{kind: rtt, a: 4}"),
    "duato-nbc-8x8-twisted": fabric("routing: duato_nbc, virtual_channels: {count: 6}, buffer_flits: 2, bonus_cards: all, arbiter: round_robin",
                                    "{kind: twisted_torus, size: [8, 8], twist: {yx: 4}}", cycles=20),
    "nbc": fabric("routing: nbc, virtual_channels: {count: 3}, buffer_flits: 3, pipeline: speculative", "{kind: rtt, a: 2}", cycles=100),
    "nhop": fabric("routing: nhop, message_classes: 2, virtual_channels: {count: 3}, buffer_flits: 2, injection: one_at_a_time", "{mesh: [3, 2]}",
                   traffic=", reply_flits: 3", cycles=100),
    "rtt2": fabric("virtual_channels: {count: 2}, buffer_flits: 3, injection: one_at_a_time", "{kind: rtt, a: 2}", cycles=100),
    "rtt2-duato": fabric("routing: duato, virtual_channels: {count: 3}, buffer_flits: 4, pipeline: speculative", "{kind: rtt, a: 2}", cycles=100),
    "rtt2-delays": fabric("virtual_channels: {count: 2}, buffer_flits: 6, routing_delay: 2, pipeline: {two_step: {depth: 2}}, credit_delay: 3, "
                          "injection_delay: 3, injection_credit_delay: 2, ejection_delay: 4", "{kind: rtt, a: 2}", "{delay: 2}", cycles=100),
    "rtt2-classes": fabric("message_classes: 2, virtual_channels: {count: 2}, buffer_flits: 3, injection: one_at_a_time, arbiter: age", "{kind: rtt, a: 2}",
                           traffic=", reply_flits: 3", cycles=100),
    "rtt2-atomic": fabric("message_classes: 2, reallocation: atomic, virtual_channels: {count: 2}, buffer_flits: 3, crossbar: per_port", "{kind: rtt, a: 2}",
                          traffic=", reply_flits: 3, self: on", cycles=100),
    "bubble": fabric("escape: flit_bubble, virtual_channels: {count: 2}, buffer_flits: 6, vc_allocation: {requests: all}"),
    "bubble-duato": fabric("escape: flit_bubble, routing: duato, virtual_channels: {count: 2}, buffer_flits: 7, pipeline: speculative",
                           "{kind: rtt, a: 2}", cycles=100),
    "booksim2": fabric("profile: booksim2, virtual_channels: {count: 2}", "{torus: [4, 2]}", cycles=100),
    "mesh-wavefront": fabric("virtual_channels: {count: 2}, buffer_flits: 2, allocator: wavefront, vc_allocation: {allocator: wavefront, requests: all}",
                             "{mesh: [3, 2]}", cycles=100),
    "mesh-pim": fabric("virtual_channels: {count: 2}, buffer_flits: 2, allocator: {pim: {iterations: 2}}, "
                       "vc_allocation: {allocator: output_first, requests: all}, arbiter: random", "{mesh: [3, 2]}", cycles=100),
}
judge(*(emitted(name, configuration) for name, configuration in FABRICS.items()))
