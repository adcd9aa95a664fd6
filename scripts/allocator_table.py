"""The table of docs/allocators.md: allocator_table.py <program> <root> [--print] [NAME...]; called by scripts/allocator-table.

--print only prints the rows whose network, crossbar, allocator or arbiter is among the NAMEs (default: all). All numbers are
functions of the configuration, so the rows are the same on every machine.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

BEGIN = "<!-- made by `scripts/allocator-table` -->\n"
END = "<!-- end -->\n"
NETWORKS = ("rt", "rtt")
CROSSBARS = ("per_port", "per_vc")
ARBITERS = ("random", "round_robin", "age", "matrix", "fixed")
MATRICES = ("islip", "{islip: {iterations: 2}}", "pim", "{pim: {iterations: 2}}", "wavefront", "{wavefront: {priority: rotate}}",
            "maximum", "oldest_first")
OFFERED = 1.0
CYCLES = 20000


def policies():
    for allocator in ("input_first", "output_first"):
        for arbiter in ARBITERS:
            yield allocator, arbiter
    for allocator in MATRICES:
        yield allocator, None


def run(program, root, network, crossbar, allocator, arbiter, load):
    settings = {"traffic.load": load, "router.crossbar": crossbar, "router.allocator": allocator, "run.cycles": CYCLES}
    if arbiter:
        settings["router.arbiter"] = arbiter
    command = [program, "run", str(root / "configs" / "allocators.yaml"), "--quiet", "--json", "-", "--set",
               f"topology={{kind: {network}, a: 8}}"]
    for key, value in settings.items():
        command += ["--set", f"{key}={value}"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return json.loads(done.stdout)


def words(allocator):
    return allocator.strip("{}").replace("{", "").replace(":", "", 1).replace("_", " ").replace(":", "")


def row(program, root, network, crossbar, allocator, arbiter):
    full = run(program, root, network, crossbar, allocator, arbiter, OFFERED)
    saturation = full["accepted_load"]
    easy = run(program, root, network, crossbar, allocator, arbiter, round(0.8 * saturation, 3))
    numbers = [f"{saturation:.3f}", f"{easy['latency']['mean']:.1f}", f"{easy['latency']['p99']}",
               f"{full['accepted_load_min_source']:.3f}", f"{full['accepted_load_max_source']:.3f}",
               f"{100 * full['escape_share']:.1f}"]
    names = [f"{network.upper()}(8)", crossbar, words(allocator), (arbiter or "-").replace("_", " ")]
    print(", ".join(names), file=sys.stderr, flush=True)
    return "| " + " | ".join(names + numbers) + " |"


def table(rows):
    head = ["network", "crossbar", "allocator", "arbiter", "saturation", "mean latency", "p99", "least served", "most served",
            "escapes, %"]
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + rows) + "\n"


def main():
    program, root, arguments = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    only_print = "--print" in arguments
    wanted = [name for name in arguments if name != "--print"]
    cases = [(network, crossbar, *policy) for network in NETWORKS for crossbar in CROSSBARS for policy in policies()]
    for name in wanted:
        cases = [case for case in cases if name in case]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(lambda case: row(program, root, *case), cases))
    if only_print:
        print("\n".join(rows))
        return
    page = root / "docs" / "allocators.md"
    text = page.read_text()
    begin = text.index(BEGIN) + len(BEGIN)
    page.write_text(text[:begin] + table(rows) + text[text.index(END, begin):])


main()
