"""The table of docs/allocators.md: allocator_table.py <program> <root> [--print | --print-runs] [NAME...]; called by scripts/table allocator.

--print only prints the rows that have all the NAMEs (network, crossbar, allocator, arbiter), --print-runs without the last two
cells, which take Yosys most of a minute. All numbers are functions of the configuration, so the rows are the same on every
machine; the area is that of the same Yosys. Two kinds of routers have none: `maximum` is no hardware, and the optimiser of
Yosys (abc) did not end within 25 minutes on the comparators of `oldest_first` where VCs share crossbar inputs.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

BEGIN = "<!-- made by `scripts/table allocator` -->\n"
END = "<!-- end -->\n"
NETWORKS = ("rt", "rtt")
CROSSBARS = ("per_port", "{inputs_per_port: 2}", "per_vc")
ARBITERS = ("random", "round_robin", "age", "matrix", "fixed", "stride", "inverse_weighted", "deficit")
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


def trenza(program, root, command, settings, arguments=()):
    words = [program, command, str(root / "configs" / "allocators.yaml"), "--quiet", "--json", "-", *arguments]
    for key, value in settings.items():
        words += ["--set", f"{key}={value}"]
    done = subprocess.run(words, stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return json.loads(done.stdout)


def router(crossbar, allocator, arbiter):
    settings = {"router.crossbar": crossbar, "router.allocator": allocator}
    return {**settings, "router.arbiter": arbiter} if arbiter else settings


def run(program, root, network, policy, load):
    settings = {"traffic.load": load, **router(*policy), "run.cycles": CYCLES}
    return trenza(program, root, "run", settings, ["--set", f"topology={{kind: {network}, a: 8}}"])


def hardware(crossbar, allocator, arbiter):
    """What the gates depend on: not on where strides come from."""
    return crossbar, allocator, "stride" if arbiter == "inverse_weighted" else arbiter


def area(program, root, crossbar, allocator, arbiter):
    """Gates and levels of a router with one injector and one ejection port, as in docs/area.md."""
    if allocator == "maximum" or (allocator == "oldest_first" and crossbar != "per_vc"):
        return ["-", "-"]
    settings = {**router(crossbar, allocator, arbiter), "router.injectors": 1, "router.ejectors": 1}
    document = trenza(program, root, "area", settings)["router"]
    print(", ".join([crossbar, allocator, arbiter or "-", f"{document['gates']:,} gates"]), file=sys.stderr, flush=True)
    return [f"{document['gates']:,}", str(document["levels"])]


def words(policy):
    return policy.strip("{}").replace("{", "").replace(":", "", 1).replace("_", " ").replace(":", "")


def row(program, root, network, policy):
    full = run(program, root, network, policy, OFFERED)
    saturation = full["accepted_load"]
    easy = run(program, root, network, policy, round(0.8 * saturation, 3))
    numbers = [f"{saturation:.3f}", f"{easy['latency']['mean']:.1f}", f"{easy['latency']['p99']}",
               f"{full['accepted_load_min_source']:.3f}", f"{full['accepted_load_max_source']:.3f}",
               f"{100 * full['escape_share']:.1f}"]
    crossbar, allocator, arbiter = policy
    names = [f"{network.upper()}(8)", crossbar if crossbar[0] != "{" else "2 inputs", words(allocator),
             (arbiter or "-").replace("_", " ")]
    print(", ".join(names), file=sys.stderr, flush=True)
    return "| " + " | ".join(names + numbers) + " |"


def table(rows):
    head = ["network", "crossbar", "allocator", "arbiter", "saturation", "mean latency", "p99", "least served", "most served",
            "escapes, %", "gates", "levels"]
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + rows) + "\n"


def main():
    program, root, arguments = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    options = [word for word in arguments if word.startswith("--")]
    wanted = [word for word in arguments if not word.startswith("--")]
    cases = [(network, (crossbar, *policy)) for network in NETWORKS for crossbar in CROSSBARS for policy in policies()]
    for name in wanted:
        cases = [(network, policy) for network, policy in cases if name in (network, *policy)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(lambda case: row(program, root, *case), cases))
        if "--print-runs" not in options:
            kinds = sorted({hardware(*policy) for _, policy in cases}, key=str)
            areas = dict(zip(kinds, pool.map(lambda kind: area(program, root, *kind), kinds)))
            rows = [" ".join([begun, " | ".join(areas[hardware(*policy)]), "|"]) for begun, (_, policy) in zip(rows, cases)]
    if options:
        print("\n".join(rows))
        return
    page = root / "docs" / "allocators.md"
    text = page.read_text()
    begin = text.index(BEGIN) + len(BEGIN)
    page.write_text(text[:begin] + table(rows) + text[text.index(END, begin):])


main()
