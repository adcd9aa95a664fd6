"""Proofs of the SystemVerilog twins with Yosys and z3; called by scripts/prove.

A proof is tests/formal/<name>.sv: module prove_<name> with a clock and nothing else, labelled assertions, and lines
  // prove: sources <file>...        the twins it needs
  // prove: probe <wire> = <net>     a net inside of a twin that the proof looks at
  // prove: induction <k>            k-induction: k steps from reset, and any k + 1 steps that follow on each other
  // prove: bounded <k>              all runs of k steps from reset, nothing more
  // prove: quick|case [NAME=value]...   parameters to prove it for; quick ones are all that --quick takes
"""
import argparse
import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

USAGE_ERROR = 2
SKIPPED = 77
SOLVER_SECONDS = 600
TOOLS = {"yosys": "yosys", "yosys-smtbmc": "yosys", "z3": "z3"}


class Proof:
    """One file of tests/formal/: what it says about itself."""

    def __init__(self, path):
        self.path = path
        self.name = path.stem
        self.sources, self.probes, self.cases = [], [], []
        self.method, self.depth = None, 0
        text = path.read_text()
        for line in re.findall(r"^// prove: (.*)$", text, re.MULTILINE):
            self.read(line)
        self.properties = list(dict.fromkeys(re.findall(r"\b(\w+)\s*:\s*assert\b", text)))
        if not (self.sources and self.cases and self.method and self.properties):
            sys.exit(f"trenza: {path}: a proof needs lines `// prove: sources|induction|bounded|quick ...` and "
                     "labelled assertions")

    def read(self, line):
        word, _, rest = line.partition(" ")
        if word == "sources":
            self.sources += rest.split()
        elif word == "probe":
            wire, _, net = rest.partition(" = ")
            self.probes.append((wire, net))
        elif word in ("induction", "bounded"):
            self.method, self.depth = word, int(rest)
        elif word in ("quick", "case"):
            self.cases.append((word == "quick", rest.split()))
        else:
            sys.exit(f"trenza: {self.path}: what is `prove: {line}`? known: sources, probe, induction, bounded, quick, case")

    def script(self, root, parameters, model):
        """The Yosys commands that turn the proof into an SMT model."""
        top = f"prove_{self.name}"
        lines = [f"read_verilog -sv -formal {root / source}" for source in self.sources]
        lines.append(f"read_verilog -sv -formal {self.path}")
        lines += ["chparam -set {} {} {}".format(*parameter.split("="), top) for parameter in parameters]
        lines += [f"hierarchy -check -top {top}", "proc", "flatten", "memory -nomap", "memory_map"]
        lines += [f"connect -set {wire} \\{net}" for wire, net in self.probes]
        # Gates instead of words: z3 answers at once where it would search long among words.
        lines += ["setundef -undriven -anyseq", "check -assert", "async2sync", "opt -fast -nodffe -nosdff", "dffunmap",
                  "techmap", "opt -fast -nodffe -nosdff", "dffunmap", "abc -g AND,XOR,MUX", "opt_clean",
                  f"write_smt2 -wires {model}"]
        return "\n".join(lines) + "\n"


def run(command, limit=None):
    """Returns (status, text). What it starts ends with it: a solver does not stop by itself when its caller is gone."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True) as process:
        try:
            text, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            return 1, f"no answer in {limit} s"
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        return process.returncode, text.decode(errors="replace")


def steps_of(proof, model, trace):
    """The solver's commands; the first that fails decides."""
    solver = ["yosys-smtbmc", "-s", "z3", "--unroll", "--dump-vcd", str(trace)]
    commands = [("from reset", solver + ["-t", str(proof.depth + 1), str(model)])]
    if proof.method == "induction":
        commands.append(("induction step", solver + ["-i", "-t", str(proof.depth), str(model)]))
    return commands


def prove(root, proof, parameters, keep):
    """Proves one case. Returns (error text, failed property); both empty if all properties hold."""
    with tempfile.TemporaryDirectory() as folder:
        model, script, trace = (pathlib.Path(folder) / name for name in ("model.smt2", "proof.ys", "trace.vcd"))
        script.write_text(proof.script(root, parameters, model))
        status, text = run(["yosys", "-q", "-s", str(script)])
        if status != 0:
            return f"yosys does not read it:\n{text}", "?"
        for what, command in steps_of(proof, model, trace):
            status, text = run(command, SOLVER_SECONDS)
            if status == 0 and "Status: PASSED" in text:
                continue
            failed = re.findall(r"Assert failed in \S+: (\S+)", text)
            label = failed[0].split(".")[-1] if failed else "?"
            place = ""
            if trace.exists():
                kept = keep / f"{proof.name}.vcd"
                keep.mkdir(parents=True, exist_ok=True)
                shutil.copy(trace, kept)
                place = f"; counterexample: {kept}"
            reason = "a run" if what == "from reset" else "the induction step"
            return (f"{reason} breaks it{place}" if failed else f"no answer:\n{text}"), label
    return "", ""


def method_text(proof):
    return f"{proof.method} k={proof.depth}" if proof.method == "induction" else f"bounded {proof.depth} steps"


def report(proof, parameters, error, failed, seconds):
    case = f"{proof.name}[{','.join(parameters)}]" if parameters else proof.name
    for name in proof.properties:
        if not error:
            print(f"proved     {case:32} {name:36} {method_text(proof):16} {seconds:6.1f} s", flush=True)
        elif name == failed:
            print(f"FAILED     {case:32} {name:36} {method_text(proof):16} {seconds:6.1f} s", flush=True)
            print(f"           {error}", flush=True)
        else:
            print(f"undecided  {case:32} {name}", flush=True)
    if error and failed not in proof.properties:
        print(f"FAILED     {case:32} {error}", flush=True)


def chosen(root, names):
    proofs = {path.stem: path for path in sorted((root / "tests" / "formal").glob("*.sv"))}
    for name in names:
        if name not in proofs:
            print(f"trenza: there is no proof '{name}'; there are: {', '.join(proofs)}", file=sys.stderr)
            sys.exit(USAGE_ERROR)
    return [Proof(proofs[name]) for name in (names or proofs)]


def check_tools(skip):
    for tool, package in TOOLS.items():
        if not shutil.which(tool):
            print(f"trenza: {tool} is not here; it is in the Debian package {package}", file=sys.stderr)
            sys.exit(SKIPPED if skip else USAGE_ERROR)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    parser = argparse.ArgumentParser(prog="scripts/prove", description="Proves the properties of tests/formal/*.sv.")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent,
                        help="the sources (%(default)s)")
    parser.add_argument("names", nargs="*", metavar="NAME", help="proofs; all of tests/formal/ without one")
    parser.add_argument("--quick", action="store_true", help="only the small parameters")
    parser.add_argument("--traces", type=pathlib.Path, default=pathlib.Path("build/prove"),
                        help="where counterexamples go (%(default)s)")
    parser.add_argument("--skip-without-tools", action="store_true", help=f"status {SKIPPED} when a tool is missing")
    options = parser.parse_args()
    check_tools(options.skip_without_tools)
    good = True
    for proof in chosen(options.root, options.names):
        for quick, parameters in proof.cases:
            if options.quick and not quick:
                continue
            start = time.monotonic()
            error, failed = prove(options.root, proof, parameters, options.traces)
            report(proof, parameters, error, failed, time.monotonic() - start)
            good = good and not error
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
