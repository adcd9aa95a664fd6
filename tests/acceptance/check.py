"""What the programs of this folder share: running trenza on a configuration and measuring it."""
import atexit
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

TRENZA = os.environ["TRENZA"]
ROOT = pathlib.Path(os.environ["TRENZA_ROOT"])
WORK = pathlib.Path(tempfile.mkdtemp())  # removed at the end
atexit.register(shutil.rmtree, WORK)


class Measured:
    """A finished process: wall time in seconds, the largest resident memory of it and its children in MiB."""

    def __init__(self, *command, **options):
        begin = time.monotonic()
        process = subprocess.Popen([str(word) for word in command], **options)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.seconds = time.monotonic() - begin
        self.mebibytes = usage.ru_maxrss / 1024
        if process.returncode:
            sys.exit(f"{' '.join(process.args)} ended with status {process.returncode}")


class Run(Measured):
    """`trenza run` of a configuration's text; `document` holds the results."""

    def __init__(self, configuration, *options, **more):
        (WORK / "run.yaml").write_text(configuration)
        super().__init__(TRENZA, "run", WORK / "run.yaml", "--json", WORK / "out.json", "-q", *options, **more)
        self.document = json.loads((WORK / "out.json").read_text())


def emitted(name, configuration):
    """Emits a fabric as SystemVerilog and runs it in Icarus; a verdict: it ends with the digest of the pin view."""
    digest = Run(configuration, "--view", "pin").document["digest"]
    folder = WORK / name
    Measured(TRENZA, "emit-rtl", WORK / "run.yaml", "-o", folder, stdout=subprocess.DEVNULL)
    Measured("iverilog", "-g2012", "-s", "trenza_bench", "-o", "bench", "-c", "files.f", cwd=folder)
    said = subprocess.run(["vvp", "-n", "bench"], cwd=folder, stdout=subprocess.PIPE, check=False).stdout.decode().splitlines()
    print(f"{name}: {'; '.join(said[-2:])}; the pin view: digest {digest}", flush=True)
    return len(said) > 2 and said[-2].endswith(f"delivered, digest {digest}") and said[-1] == "as expected", name


def judge(*verdicts):
    """Ends the check: status 1 with the words of the verdicts (condition, words) whose condition does not hold."""
    failed = [words for condition, words in verdicts if not condition]
    sys.exit("; ".join(failed) if failed else 0)


def build_example(name):
    """Installs Trenza and builds examples/<name> outside the tree against it; returns (its sources, its build)."""
    build = pathlib.Path(TRENZA).parents[1]
    shutil.copytree(ROOT / "examples" / name, WORK / "source")
    for command in (["cmake", "--install", build, "--prefix", WORK / "prefix"],
                    ["cmake", "-S", WORK / "source", "-B", WORK / "build", f"-DCMAKE_PREFIX_PATH={WORK / 'prefix'}",
                     "-DCMAKE_BUILD_TYPE=Release"],
                    ["cmake", "--build", WORK / "build"]):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if done.returncode:
            sys.exit(done.stdout.decode())
    if str(ROOT) in (WORK / "build" / "CMakeCache.txt").read_text():
        sys.exit(f"the build of the example refers to the source tree {ROOT}")
    return WORK / "source", WORK / "build"
