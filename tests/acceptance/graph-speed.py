#!/usr/bin/env python3
"""Time and memory of the large graph commands: the sweep of twists, iBT(102^3) with all its schemes, all worst cases up to a = 8."""
import json

from check import TRENZA, WORK, Measured, judge

MEBIBYTES = 2048
verdicts = []


def measure(what, seconds, *arguments):
    """Runs a command within limits of time and memory; returns its document."""
    done = Measured(TRENZA, *arguments, "--quiet", "--json", WORK / "out.json")
    print(f"{what:58} {done.seconds:7.2f} s (limit {seconds:2})  {done.mebibytes:5.0f} MiB (limit {MEBIBYTES})", flush=True)
    verdicts.append((done.seconds <= seconds and done.mebibytes <= MEBIBYTES, what))
    return json.loads((WORK / "out.json").read_text())


def values(document, key):
    """All numbers that stand under a key, however deep."""
    if isinstance(document, list):
        return [value for part in document for value in values(part, key)]
    if not isinstance(document, dict):
        return []
    found = [document[key]] if isinstance(document.get(key), (int, float)) else []
    return found + [value for part in document.values() for value in values(part, key)]


measure("twists: 12 rows, 12 to 48 columns, every twist", 2, "twists", "--rows", "12", "--columns", "12:48")
measure("bypass: every scheme of iBT(102^3), all source classes", 45, "bypass", "--d", "3", "--n", "102", "--metrics", "--threads", "2")
specs = [f"{kind}: {{a: {a}}}" for kind in ("rt", "rtt", "pt", "ptt", "pdtt", "bcc") for a in range(2, 9)]
worst = measure("topology --worst-case: rt, rtt, pt, ptt, pdtt, bcc, a to 8", 60, "topology", *specs, "--worst-case", "--threads", "2")
for key in ("worst_case_throughput", "worst_case_throughput_dimension_order"):
    verdicts.append((len(values(worst, key)) == len(specs), f"{key} of each network"))
judge(*verdicts)
