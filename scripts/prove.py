"""Proofs of the SystemVerilog twins with Yosys and z3; called by scripts/prove.

A proof is tests/formal/<name>.sv: module prove_<name> with a clock and nothing else, labelled assertions and cover
statements (events), and lines
  // prove: sources <file>...        the twins it needs; the packages of rtl_models/ are always there
  // prove: probe <wire> = <net>     a net inside of a twin that the proof looks at
  // prove: induction <k>            k-induction: k steps from reset, and any k + 1 steps that follow on each other
  // prove: bounded <k>              all runs of k steps from reset, nothing more
  // prove: events <k> [unrolled]    each event happens in some run of k steps from reset, under all assumptions, and the
                                     run can go on; 1 where there is no state. z3 takes the steps as functions, which is
                                     fast or never ends: `unrolled` writes each of them out at once
  // prove: quick|case [NAME=value]...   parameters, numbers or words, to prove it for; quick ones are all that --quick takes
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

NOT_PROVED = 1
USAGE_ERROR = 2
SKIPPED = 77
SOLVER_SECONDS = 600
# Events are asked for with steps as functions for so long, and then with all steps written out.
EVENT_SECONDS = 60
TOOLS = {"yosys": "yosys", "yosys-smtbmc": "yosys", "z3": "z3"}
# When the induction step is broken, a run that breaks a property is searched in so many steps from reset.
SEARCH_STEPS = 20
# A run must be able to go on for so many steps after an event.
FURTHER_STEPS = 2
# How a property was broken; scripts/prove_mutations.py reads these words.
BY_A_RUN = "a run from reset breaks it"
BY_THE_STEP = f"the induction step breaks it, but no run of {SEARCH_STEPS} steps from reset does"
DEAD_END = "the assumptions allow no further step after an event"


class Proof:
    """What one file of tests/formal/ says about its proof."""

    def __init__(self, path):
        self.path = path
        self.name = path.stem
        self.sources, self.probes, self.cases = [], [], []
        self.method, self.depth, self.events_depth, self.events_unrolled = None, 0, 0, False
        text = path.read_text()
        for line in re.findall(r"^// prove: (.*)$", text, re.MULTILINE):
            self.read(line)
        self.properties = list(dict.fromkeys(re.findall(r"\b(\w+)\s*:\s*assert\b", text)))
        self.events = list(dict.fromkeys(re.findall(r"\b(\w+)\s*:\s*cover\b", text)))
        if not (self.sources and self.cases and self.method and self.properties and self.events and self.events_depth):
            sys.exit(f"trenza: {path}: a proof needs lines `// prove: sources|induction|bounded|events|quick ...`, labelled "
                     "assertions and labelled cover statements")

    def read(self, line):
        word, _, rest = line.partition(" ")
        if word == "sources":
            self.sources += rest.split()
        elif word == "probe":
            wire, _, net = rest.partition(" = ")
            self.probes.append((wire, net))
        elif word in ("induction", "bounded"):
            self.method, self.depth = word, int(rest)
        elif word == "events":
            depth, _, way = rest.partition(" ")
            self.events_depth, self.events_unrolled = int(depth), way == "unrolled"
        elif word in ("quick", "case"):
            self.cases.append((word == "quick", rest.split()))
        else:
            sys.exit(f"trenza: {self.path}: what is `prove: {line}`? known: sources, probe, induction, bounded, events, quick, "
                     "case")

    def script(self, root, parameters, model):
        """The Yosys commands that turn the proof into an SMT model."""
        top = f"prove_{self.name}"
        packages = sorted((root / "rtl_models").rglob("*_pkg.sv"))
        lines = [f"read_verilog -sv -formal {source}" for source in packages]
        # Deferred: with the parameters alone that the proof gives them.
        lines += [f"read_verilog -sv -formal -defer {root / source}" for source in self.sources]
        lines.append(f"read_verilog -sv -formal {self.path}")
        sets = ""
        for name, value in (parameter.split("=") for parameter in parameters):
            literal = value if value.isdigit() else f'"{value}"'
            sets += f"-set {name} {literal} "
        if sets:
            lines.append(f"chparam {sets}{top}")
        lines += [f"hierarchy -check -top {top}", "proc", "flatten", "memory -nomap", "memory_map"]
        lines += [f"connect -set {wire} \\{net}" for wire, net in self.probes]
        # The model has gates instead of words: z3 answers at once, where it would search for a long time among words.
        lines += ["setundef -undriven -anyseq", "check -assert", "async2sync", "opt -fast -nodffe -nosdff", "dffunmap",
                  "techmap", "opt -fast -nodffe -nosdff", "dffunmap", "abc -g AND,XOR,MUX", "opt_clean",
                  f"write_smt2 -wires {model}"]
        return "\n".join(lines) + "\n"


def no_answer(seconds):
    return f"no answer in {seconds} s"


def run(command, limit=None):
    """Returns (status, text). Kills what it started: a solver does not stop by itself when its caller is gone."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True) as process:
        try:
            text, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            return 1, no_answer(limit)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        return process.returncode, text.decode(errors="replace")


class Verdict:
    """The result of one case: the property that failed and why, and the step in which each event was reached."""

    def __init__(self):
        self.failed, self.error = None, ""  # an error without a failed property: no answer at all
        self.reached, self.unreached = {}, []
        self.events_error = ""

    def good(self):
        return not (self.error or self.unreached or self.events_error)


class Case:
    """A proof for one choice of parameters. Its files are in `folder`, which is removed after it; counterexamples go to `keep`,
    if there is one."""

    def __init__(self, root, proof, parameters, keep, folder):
        self.root, self.proof, self.parameters, self.keep = root, proof, parameters, keep
        self.model, self.script, self.trace = (pathlib.Path(folder) / name for name in ("model.smt2", "proof.ys", "trace.vcd"))

    def ask(self, *options, limit=SOLVER_SECONDS):
        """Asks the solver. Returns (whether it passed, what it says)."""
        status, text = run(["yosys-smtbmc", "-s", "z3", *options, str(self.model)], limit)
        return status == 0 and "Status: PASSED" in text, text

    def solve(self, *options):
        """Asks the solver about unrolled steps, and keeps a trace of the run that it finds, if it should."""
        self.trace.unlink(missing_ok=True)
        trace = ["--dump-vcd", str(self.trace)] if self.keep else []
        return self.ask("--unroll", *trace, *options)

    def prove(self):
        verdict = Verdict()
        self.script.write_text(self.proof.script(self.root, self.parameters, self.model))
        status, text = run(["yosys", "-q", "-s", str(self.script)])
        if status != 0:
            verdict.error = f"yosys does not read it:\n{text}"
            return verdict
        self.check_properties(verdict)
        if not verdict.error:
            self.check_events(verdict)
        return verdict

    def check_properties(self, verdict):
        passed, text = self.solve("-t", str(self.proof.depth + 1))
        if passed and self.proof.method == "induction":
            passed, step = self.solve("-i", "-t", str(self.proof.depth))
            if not passed:
                self.explain_step(step, verdict)
                return
        if not passed:
            self.name_failure(text, BY_A_RUN, verdict)

    def explain_step(self, step, verdict):
        """A state breaks the induction step. Only a run from reset shows that the design can reach such a state."""
        self.name_failure(step, BY_THE_STEP, verdict)
        if verdict.failed is None:
            return
        passed, text = self.solve("-t", str(SEARCH_STEPS))
        if not passed:
            self.name_failure(text, BY_A_RUN, verdict)

    def name_failure(self, text, reason, verdict):
        failed = re.findall(r"Assert failed in \S+: (\S+)", text)
        if not failed:
            verdict.failed, verdict.error = None, f"no answer:\n{text}"
            return
        verdict.failed = failed[0].split(".")[-1]
        verdict.error = reason
        if self.trace.exists():
            self.keep.mkdir(parents=True, exist_ok=True)
            kept = self.keep / f"{self.proof.name}.vcd"
            shutil.copy(self.trace, kept)
            verdict.error += f"; see {kept}"

    def check_events(self, verdict):
        question = ("-c", "--noinfo", "-t", str(self.proof.events_depth + 1), "--append", str(FURTHER_STEPS))
        text = no_answer(EVENT_SECONDS)
        if not self.proof.events_unrolled:
            _, text = self.ask(*question, limit=EVENT_SECONDS)
        if text == no_answer(EVENT_SECONDS):
            _, text = self.ask("--unroll", *question)
        for name, step in re.findall(r"Reached cover statement at (\S+) in step (\d+)", text):
            verdict.reached[name.split(".")[-1]] = int(step)
        verdict.unreached = [name.split(".")[-1] for name in re.findall(r"Unreached cover statement at (\S+?)\.?\s", text)]
        if "Cannot appended steps" in text:
            verdict.events_error = DEAD_END
        elif not (verdict.reached or verdict.unreached):
            verdict.events_error = f"no answer:\n{text}"


def method_text(proof):
    return f"{proof.method} k={proof.depth}" if proof.method == "induction" else f"bounded {proof.depth} steps"


def report(proof, parameters, verdict, seconds):
    case = f"{proof.name}[{','.join(parameters)}]" if parameters else proof.name

    def line(word, name, how):
        print(f"{word:10} {case:40} {name:46} {how:18} {seconds:6.1f} s", flush=True)

    for name in proof.properties:
        if not verdict.error:
            line("proved", name, method_text(proof))
        elif name == verdict.failed:
            line("FAILED", name, method_text(proof))
            print(f"           {verdict.error}", flush=True)
        else:
            print(f"undecided  {case:40} {name}", flush=True)
    if verdict.error and verdict.failed not in proof.properties:
        print(f"FAILED     {case:40} {verdict.error}", flush=True)
    for name in proof.events:
        if name in verdict.reached:
            line("happens", name, f"in step {verdict.reached[name]}")
        elif name in verdict.unreached:
            line("NOT SEEN", name, f"in {proof.events_depth} steps")
    if verdict.events_error:
        print(f"FAILED     {case:40} {verdict.events_error}", flush=True)


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
    parser.add_argument("--without-traces", action="store_true", help="no counterexamples")
    parser.add_argument("--skip-without-tools", action="store_true", help=f"status {SKIPPED} when a tool is missing")
    options = parser.parse_args()
    check_tools(options.skip_without_tools)
    traces = None if options.without_traces else options.traces
    good = True
    for proof in chosen(options.root, options.names):
        for quick, parameters in proof.cases:
            if options.quick and not quick:
                continue
            start = time.monotonic()
            with tempfile.TemporaryDirectory() as folder:
                verdict = Case(options.root, proof, parameters, traces, folder).prove()
            report(proof, parameters, verdict, time.monotonic() - start)
            good = good and verdict.good()
    return 0 if good else NOT_PROVED


if __name__ == "__main__":
    sys.exit(main())
