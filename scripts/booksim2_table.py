"""The table of docs/booksim2.md: booksim2_table.py <program> <root> [--print] [--judge]; called by scripts/table booksim2.

Runs configs/booksim2.yaml at the points of tests/reference/booksim2.csv. --print only prints the rows; --judge ends with status
1 if a point is farther away than the page says (and writes nothing).
"""
import concurrent.futures
import csv
import json
import os
import pathlib
import subprocess
import sys

BEGIN = "<!-- made by `scripts/table booksim2` -->\n"
END = "<!-- end -->\n"
TOPOLOGIES = {"mesh": "{kind: mesh, size: [8, 8]}", "torus": "{kind: torus, size: [8, 8]}"}
# Largest difference of the mean latency up to a share of saturation, and of the accepted load at full load.
LATENCY_LIMITS = ((0.5, 0.01), (0.8, 0.03))
ACCEPTED_LIMIT = 0.02
JUDGED_CHANNELS = "8"  # accepted loads of others were measured in one run of 16,000 cycles, whose seeds differ by 2 %
SEEDS = (1, 2, 3)


def run(program, root, point, seed):
    settings = {"topology": TOPOLOGIES[point["network"]], "traffic.load": point["load"],
                "traffic.packet_flits": point["packet_flits"], "run.seed": seed,
                "router.virtual_channels.count": point["virtual_channels"]}
    command = [program, "run", str(root / "configs" / "booksim2.yaml"), "--quiet", "--json", "-"]
    for key, value in settings.items():
        command += ["--set", f"{key}={value}"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return json.loads(done.stdout)


def measure(program, root, point):
    """(theirs, ours, difference, the largest difference that is allowed or None)."""
    documents = [run(program, root, point, seed) for seed in SEEDS]
    if point["latency"]:
        theirs = float(point["latency"])
        ours = sum(document["latency"]["mean"] for document in documents) / len(SEEDS)
        share = float(point["share_of_saturation"])
        limit = next((limit for most, limit in LATENCY_LIMITS if share <= most), None)
    else:
        theirs = float(point["accepted"])
        ours = sum(document["accepted_load"] for document in documents) / len(SEEDS)
        limit = ACCEPTED_LIMIT if point["virtual_channels"] == JUDGED_CHANNELS else None
    return theirs, ours, ours / theirs - 1, limit


def row(point, measured):
    theirs, ours, difference, limit = measured
    digits = 2 if point["latency"] else 4
    what = f"latency at {point['share_of_saturation']} of saturation" if point["latency"] else "accepted load"
    cells = [point["network"], point["virtual_channels"], point["packet_flits"], point["load"], what,
             f"{theirs:.{digits}f}", f"{ours:.{digits}f}", f"{100 * difference:+.2f}", f"{100 * limit:.0f}" if limit else "-"]
    return "| " + " | ".join(cells) + " |"


def table(rows):
    head = ["network 8 x 8", "VCs", "flits", "load", "quantity", "BookSim 2", "Trenza", "difference, %", "limit, %"]
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + rows) + "\n"


def main():
    program, root, arguments = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    with open(root / "tests" / "reference" / "booksim2.csv", encoding="utf-8") as file:
        points = list(csv.DictReader(line for line in file if not line.startswith("#")))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        measured = list(pool.map(lambda point: measure(program, root, point), points))
    rows = [row(point, result) for point, result in zip(points, measured)]
    if "--judge" in arguments or "--print" in arguments:
        print("\n".join(rows))
        far = [text for text, (_, _, difference, limit) in zip(rows, measured) if limit and abs(difference) > limit]
        sys.exit("too far away:\n" + "\n".join(far) if far and "--judge" in arguments else 0)
    page = root / "docs" / "booksim2.md"
    text = page.read_text()
    begin = text.index(BEGIN) + len(BEGIN)
    page.write_text(text[:begin] + table(rows) + text[text.index(END, begin):])


main()
