#!/usr/bin/env python3
"""The table of the tlm view's speed from the JSON output of trenza_bench.

speed_table.py BENCH.json               prints it
speed_table.py BENCH.json --into PAGE   writes it between the two marks in PAGE
"""
import collections
import json
import statistics
import sys

BEGIN = "<!-- speed of the tlm view: made by `scripts/acceptance tlm-speed --update` -->\n"
END = "<!-- end -->\n"


def table(document):
    cases = collections.OrderedDict()
    for run in document["benchmarks"]:
        if run.get("run_type") == "aggregate" or not run["name"].startswith("tlm_view/"):
            continue
        # tlm_view/a:8/load_percent:40/flits:16/cycles:20000/iterations:1/...
        fields = dict(part.split(":") for part in run["name"].split("/") if ":" in part)
        cases.setdefault((int(fields["a"]), int(fields["load_percent"]), int(fields["flits"])), []).append(run)
    lines = ["| network | routers | offered | accepted | flits | M flit-hops/s | M router-cycles/s | bytes a router |",
             "|---|---|---|---|---|---|---|---|"]
    for (a, load, flits), runs in cases.items():
        median = lambda counter: statistics.median(run[counter] for run in runs)
        lines.append(f"| RTT({a}) | {2 * a * a} | {load / 100:.2f} | {median('accepted'):.2f} | {flits or '1 to 64'} | "
                     f"{median('M_flit_hops/s'):.1f} | {median('M_router_cycles/s'):.1f} | {median('bytes/router'):.0f} |")
    return "\n".join(lines) + "\n"


def main(arguments):
    with open(arguments[0]) as file:
        text = table(json.load(file))
    if len(arguments) == 1:
        print(text, end="")
        return
    page = arguments[2]
    with open(page) as file:
        old = file.read()
    begin = old.index(BEGIN) + len(BEGIN)
    end = old.index(END, begin)
    with open(page, "w") as file:
        file.write(old[:begin] + text + old[end:])


main(sys.argv[1:])
