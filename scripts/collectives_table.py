"""The table of docs/collectives.md: collectives_table.py <program> <root> [--print]; called by scripts/table collectives.

--print only prints the rows. All numbers are functions of the configuration, so the rows are the same on every machine.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

BEGIN = "<!-- made by `scripts/table collectives` -->\n"
END = "<!-- end -->\n"
CASES = [("all_reduce", algorithm, size) for algorithm in ("ring", "recursive_doubling", "recursive_halving", "binomial")
         for size in (256, 65536, 1048576)]
CASES += [("all_to_all", algorithm, size) for algorithm in ("linear", "pairwise", "bruck") for size in (64, 1024, 16384)]


def machine(root, folder):
    """The machine of configs/collectives.yaml, plain and twisted, in a file of its own."""
    lines = (root / "configs" / "collectives.yaml").read_text().splitlines(keepends=True)
    head = [line for line in lines if line.startswith(("link:", "router:"))]
    path = folder / "slices.yaml"
    path.write_text("".join(head) + "traffic: {collective: all_reduce, bytes: 256}\n"
                    "runs:\n  - {name: plain, topology: {tpu: {slice: 4x4x8}}}\n"
                    "  - {name: twisted, topology: {tpu: {slice: 4x4x8_twisted}}}\n")
    return path


def row(program, path, kind, algorithm, size):
    command = [program, "run", str(path), "--quiet", "--json", "-", "--set", f"traffic.collective={kind}",
               "--set", f"traffic.algorithm={algorithm}", "--set", f"traffic.bytes={size}"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)
    plain, twisted = (run["collective"]["cycles"] for run in json.loads(done.stdout)["runs"])
    print(kind, algorithm, size, file=sys.stderr, flush=True)
    return (f"| `{kind}` | `{algorithm}` | {size:,} | {plain:,.0f} | {twisted:,.0f} | {plain / twisted:.2f} |")


def table(rows):
    head = ["", "algorithm", "bytes", "plain", "twisted", "gain"]
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + rows).replace("|  |", "| |") + "\n"


def main():
    program, root, arguments = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        path = machine(root, pathlib.Path(folder))
        rows = list(pool.map(lambda case: row(program, path, *case), CASES))
    if "--print" in arguments:
        print("\n".join(rows))
        return
    page = root / "docs" / "collectives.md"
    text = page.read_text()
    begin = text.index(BEGIN) + len(BEGIN)
    page.write_text(text[:begin] + table(rows) + text[text.index(END, begin):])


main()
