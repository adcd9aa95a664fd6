"""The table of docs/pipelines.md: pipeline_table.py <program> <root> [--print]; called by scripts/table pipeline.

--print only prints the rows. All numbers are functions of the configuration, so the rows are the same on every machine.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

BEGIN = "<!-- made by `scripts/table pipeline` -->\n"
END = "<!-- end -->\n"
PIPELINES = ("joint", "{speculative: {mask: grants}}", "{speculative: {mask: requests}}", "{two_step: {depth: 1}}",
             "{two_step: {depth: 2}}")
FLITS = (1, 4, 16, 64)
LOW = 0.05
HALF = 0.5
OFFERED = 1.0
CYCLES = 20000


def run(program, root, pipeline, flits, load):
    settings = {"traffic.load": load, "traffic.packet_flits": flits, "router.pipeline": pipeline, "run.cycles": CYCLES}
    command = [program, "run", str(root / "configs" / "pipelines.yaml"), "--quiet", "--json", "-"]
    for key, value in settings.items():
        command += ["--set", f"{key}={value}"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return json.loads(done.stdout)


def words(pipeline):
    return pipeline.replace("{", "").replace("}", "").replace(":", "").replace("_", " ")


def row(program, root, flits, pipeline):
    low = run(program, root, pipeline, flits, LOW)
    half = run(program, root, pipeline, flits, HALF)
    full = run(program, root, pipeline, flits, OFFERED)
    numbers = [f"{low['latency']['mean']:.1f}", f"{half['latency']['mean']:.1f}", f"{half['latency']['p99']}",
               f"{full['accepted_load']:.3f}", f"{100 * full['escape_share']:.1f}"]
    print(flits, words(pipeline), file=sys.stderr, flush=True)
    return "| " + " | ".join([str(flits), words(pipeline)] + numbers) + " |"


def table(rows):
    head = ["flits", "pipeline", f"latency at {LOW}", f"at {HALF}", f"p99 at {HALF}", "saturation", "escapes, %"]
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + rows) + "\n"


def main():
    program, root, arguments = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    cases = [(flits, pipeline) for flits in FLITS for pipeline in PIPELINES]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(lambda case: row(program, root, *case), cases))
    if "--print" in arguments:
        print("\n".join(rows))
        return
    page = root / "docs" / "pipelines.md"
    text = page.read_text()
    begin = text.index(BEGIN) + len(BEGIN)
    page.write_text(text[:begin] + table(rows) + text[text.index(END, begin):])


main()
