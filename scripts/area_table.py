"""The table of docs/area.md: area_table.py <program> <root> [--print | --check] [VCs...]; called by scripts/area-table.

--print only prints the table, --check also demands that it is monotone where it should be (status 1 if not).
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

BEGIN = "<!-- made by `scripts/area-table` -->\n"
END = "<!-- end -->\n"
ARBITERS = ("round_robin", "random", "age")
BLOCKS = ("input_buffer", "vc_allocator", "switch_allocator", "crossbar", "draw")
SHOWN = ("gates", "flip_flops", "memory_bits", "levels")


def synthesise(program, root, vcs, arbiter):
    command = [program, "area", str(root / "configs" / "area.yaml"), "--quiet", "--json", "-", "--set",
               f"router.virtual_channels.adaptive={vcs - 1}", "--set", f"router.arbiter={arbiter}"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)
    print(f"{vcs} VCs, {arbiter}", file=sys.stderr, flush=True)
    return json.loads(done.stdout)


def table(documents):
    head = ["VCs", "arbiter"] + [f"`{block}`" for block in BLOCKS] + ["router, gates", "flip-flops", "memory bits", "levels"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for (vcs, arbiter), document in documents.items():
        gates = [document["blocks"].get(block, {"gates": 0})["gates"] for block in BLOCKS]
        numbers = [f"{number:,}" for number in gates + [document["router"][key] for key in SHOWN]]
        lines.append("| " + " | ".join([str(vcs), arbiter.replace("_", " ")] + numbers) + " |")
    return "\n".join(lines) + "\n"


def faults(documents, all_vcs, arbiters):
    """The faults of the numbers. They should be such that more VCs cost more and the costs of the blocks add up."""
    found = []
    for arbiter in arbiters:
        for fewer, more in zip(all_vcs, all_vcs[1:]):
            small, large = documents[fewer, arbiter], documents[more, arbiter]
            for block in ("input_buffer", "vc_allocator", "switch_allocator", "crossbar", "credit_counter"):
                if not small["blocks"][block]["gates"] < large["blocks"][block]["gates"]:
                    found.append(f"{block}, {arbiter}: {more} VCs have no more gates than {fewer}")
            for key in ("gates", "flip_flops", "memory_bits"):
                if not small["router"][key] < large["router"][key]:
                    found.append(f"router, {arbiter}: {more} VCs have no more {key} than {fewer}")
            if small["router"]["memory_bits"] * more != large["router"]["memory_bits"] * fewer:
                found.append(f"{arbiter}: memory bits are not in proportion to the VCs")
    for (vcs, arbiter), document in documents.items():
        name = f"{vcs} VCs, {arbiter}"
        for key in ("gates", "flip_flops", "memory_bits"):
            if document["router"][key] != sum(block[key] for block in document["blocks"].values()):
                found.append(f"{name}: the {key} of the blocks do not add up")
        deepest = max(block["levels"] for block in document["blocks"].values())
        if not deepest <= document["router"]["levels"]:
            found.append(f"{name}: a block is deeper than the router")
        if arbiter != "round_robin" and "round_robin" in arbiters:
            turn = documents[vcs, "round_robin"]["blocks"]["switch_allocator"]
            if not turn["gates"] < document["blocks"]["switch_allocator"]["gates"]:
                found.append(f"{name}: an arbiter that divides or compares costs no more gates than round robin")
    return found


def main():
    program, root, arguments = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    options = [word for word in arguments if word.startswith("--")]
    arbiters = [word for word in arguments if word in ARBITERS] or list(ARBITERS)
    all_vcs = [int(word) for word in arguments if re.fullmatch(r"\d+", word)] or [3, 4, 5, 6, 7, 8]
    cases = [(vcs, arbiter) for vcs in all_vcs for arbiter in arbiters]
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("TRENZA_JOBS", os.cpu_count() or 1))) as pool:
        made = pool.map(lambda case: synthesise(program, root, *case), cases)
        documents = dict(zip(cases, made))
    text = table(documents)
    if options:
        print(text, end="")
        found = faults(documents, all_vcs, arbiters) if "--check" in options else []
        for fault in found:
            print(f"trenza: {fault}", file=sys.stderr)
        return 1 if found else 0
    page = root / "docs" / "area.md"
    old = page.read_text()
    begin = old.index(BEGIN) + len(BEGIN)
    page.write_text(old[:begin] + text + old[old.index(END, begin):])
    return 0


if __name__ == "__main__":
    sys.exit(main())
