"""The table of docs/area.md: area_table.py <program> <root> [--print | --check] [VCs, arbiters, allocators...]; called by
scripts/table area.

--print only prints the table, --check also demands that it is monotone where it should be (status 1 if not).
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

BEGIN = "<!-- made by `scripts/table area` -->\n"
END = "<!-- end -->\n"
ARBITERS = ("round_robin", "random", "age", "matrix")
ALLOCATORS = ("input_first", "output_first")  # with arbiters
MATRICES = ("islip", "pim", "wavefront", "oldest_first")  # without
BLOCKS = ("input_buffer", "vc_allocator", "matrix_allocator", "switch_allocator", "crossbar", "draw")
SHOWN = ("gates", "flip_flops", "memory_bits", "levels")


def synthesise(program, root, vcs, allocator, arbiter):
    command = [program, "area", str(root / "configs" / "area.yaml"), "--quiet", "--json", "-", "--set",
               f"router.virtual_channels.adaptive={vcs - 1}", "--set", f"router.allocator={allocator}"]
    if arbiter:
        command += ["--set", f"router.arbiter={arbiter}"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)
    print(f"{vcs} VCs, {allocator}, {arbiter}", file=sys.stderr, flush=True)
    return json.loads(done.stdout)


def table(documents):
    def text(block):
        return f"{block['gates']:,}" if block else "-"

    head = ["VCs", "allocator", "arbiter"] + [f"`{block}`" for block in BLOCKS] + ["router, gates", "flip-flops", "memory bits", "levels"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for (vcs, allocator, arbiter), document in documents.items():
        gates = [text(document["blocks"].get(block)) for block in BLOCKS]
        numbers = [f"{document['router'][key]:,}" for key in SHOWN]
        names = [name.replace("_", " ") for name in (allocator, arbiter or "-")]
        lines.append("| " + " | ".join([str(vcs)] + names + gates + numbers) + " |")
    return "\n".join(lines) + "\n"


def faults(documents, all_vcs, policies):
    """The faults of the numbers. They should be such that more VCs cost more and the costs of the blocks add up."""
    found = []
    for allocator, arbiter in policies:
        kind = f"{allocator}, {arbiter}"
        picks = "vc_allocator" if allocator == "input_first" else "matrix_allocator"
        for fewer, more in zip(all_vcs, all_vcs[1:]):
            small, large = documents[fewer, allocator, arbiter], documents[more, allocator, arbiter]
            for block in ("input_buffer", picks, "switch_allocator", "crossbar", "credit_counter"):
                if not small["blocks"][block]["gates"] < large["blocks"][block]["gates"]:
                    found.append(f"{block}, {kind}: {more} VCs have no more gates than {fewer}")
            for key in ("gates", "flip_flops", "memory_bits"):
                if not small["router"][key] < large["router"][key]:
                    found.append(f"router, {kind}: {more} VCs have no more {key} than {fewer}")
            if small["router"]["memory_bits"] * more != large["router"]["memory_bits"] * fewer:
                found.append(f"{kind}: memory bits are not in proportion to the VCs")
    for (vcs, allocator, arbiter), document in documents.items():
        name = f"{vcs} VCs, {allocator}, {arbiter}"
        for key in ("gates", "flip_flops", "memory_bits"):
            if document["router"][key] != sum(block[key] for block in document["blocks"].values()):
                found.append(f"{name}: the {key} of the blocks do not add up")
        deepest = max(block["levels"] for block in document["blocks"].values())
        if not deepest <= document["router"]["levels"]:
            found.append(f"{name}: a block is deeper than the router")
        if arbiter in ("random", "age") and (allocator, "round_robin") in policies:
            block = "switch_allocator" if allocator == "input_first" else "matrix_allocator"
            turn = documents[vcs, allocator, "round_robin"]["blocks"][block]
            if not turn["gates"] < document["blocks"][block]["gates"]:
                found.append(f"{name}: an arbiter that divides or compares costs no more gates than round robin")
    return found


def main():
    program, root, arguments = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    options = [word for word in arguments if word.startswith("--")]
    arbiters = [word for word in arguments if word in ARBITERS] or list(ARBITERS)
    allocators = [word for word in arguments if word in ALLOCATORS + MATRICES] or list(ALLOCATORS + MATRICES)
    policies = [(allocator, arbiter) for allocator in allocators if allocator in ALLOCATORS for arbiter in arbiters]
    policies += [(allocator, None) for allocator in allocators if allocator in MATRICES]
    all_vcs = [int(word) for word in arguments if re.fullmatch(r"\d+", word)] or [3, 4, 5, 6, 7, 8]
    cases = [(vcs, *policy) for vcs in all_vcs for policy in policies]
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("TRENZA_JOBS", os.cpu_count() or 1))) as pool:
        made = pool.map(lambda case: synthesise(program, root, *case), cases)
        documents = dict(zip(cases, made))
    text = table(documents)
    if options:
        print(text, end="")
        found = faults(documents, all_vcs, policies) if "--check" in options else []
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
