"""The second table of docs/area.md: worm_area_table.py <program> <root> [--print]; called by scripts/table worm-area.

What the routers of configs/area-wormhole.yaml cost, and the most that they carry on RT(8) and RTT(8). --print only prints it.
"""
import json
import pathlib
import subprocess
import sys

BEGIN = "<!-- made by `scripts/table worm-area` -->\n"
END = "<!-- end -->\n"
NETWORKS = ("rt", "rtt")
# Blocks of the two machines that do the same.
BLOCKS = {
    "inputs": ("input_buffer", "input_unit"),
    "routes": ("routing_unit", "route_computation"),
    "VC allocation": ("vc_allocator", "worm_vc_allocator", "bubble_control", "output_unit"),
    "switch allocation": ("switch_allocator", "worm_switch_allocator"),
    "crossbar": ("crossbar",),
    "source": ("network_interface", "worm_network_interface"),
}


def document(*command):
    done = subprocess.run([str(word) for word in command] + ["--quiet", "--json", "-"], stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return json.loads(done.stdout)["runs"]


def table(areas, throughputs):
    head = ["router", *BLOCKS, "router, gates", "flip-flops", "memory bits", "levels", "RT(8)", "RTT(8)"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for area, *most in zip(areas, *throughputs):
        gates = [sum(area["blocks"].get(block, {}).get("gates", 0) for block in blocks) for blocks in BLOCKS.values()]
        gates += [area["router"][key] for key in ("gates", "flip_flops", "memory_bits", "levels")]
        carried = [f"{run['measure']['value']:.2f}" for run in most]
        lines.append("| " + " | ".join([area["name"]] + [f"{number:,}" for number in gates] + carried) + " |")
    return "\n".join(lines) + "\n"


def main():
    program, root, options = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    configuration = root / "configs" / "area-wormhole.yaml"
    throughputs = [document(program, "run", configuration, "--set", "measure={maximum_throughput: {within: 0.02}}",
                            "--set", f"topology={{{network}: 8}}") for network in NETWORKS]
    text = table(document(program, "area", configuration), throughputs)
    if options:
        print(text, end="")
        return
    page = root / "docs" / "area.md"
    old = page.read_text()
    begin = old.index(BEGIN) + len(BEGIN)
    page.write_text(old[:begin] + text + old[old.index(END, begin):])


if __name__ == "__main__":
    main()
