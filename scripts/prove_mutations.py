"""The proofs must refuse wrong designs: prove_mutations.py <root> [--skip-without-tools] [number...]

tests/formal/mutations.txt has a text substitution a line; each is made on a copy of the sources, and its proof has to fail.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
FAILED = 1  # what scripts/prove.py returns for a property that does not hold


def mutations(root):
    lines = (root / "tests" / "formal" / "mutations.txt").read_text().splitlines()
    return [[part.strip() for part in line.split(" | ")] for line in lines if line and not line.startswith("#")]


def refused(root, proof, file, old, new):
    """Whether the proof fails on the design with `new` for `old`; prints what it says."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        for part in ("rtl_models", "tests/formal"):
            shutil.copytree(root / part, copy / part, ignore=shutil.ignore_patterns("*.cpp", "*.h"))
        text = (copy / file).read_text()
        if text.count(old) != 1:
            sys.exit(f"trenza: {file} has {text.count(old)} times '{old}', not once: tests/formal/mutations.txt is out of date")
        (copy / file).write_text(text.replace(old, new))
        command = [sys.executable, str(root / "scripts" / "prove.py"), "--root", str(copy), "--quick", "--traces",
                   str(copy), proof]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
        words = done.stdout.decode()
        failures = [line for line in words.splitlines() if line.startswith("FAILED") and "yosys does not" not in line]
        print(f"{file}: '{old}' -> '{new}': {failures[0] if failures else 'NOT REFUSED: ' + words}", flush=True)
        return done.returncode == FAILED and bool(failures)


def main():
    root, arguments = pathlib.Path(sys.argv[1]), sys.argv[2:]
    if "--skip-without-tools" in arguments:
        arguments.remove("--skip-without-tools")
        if not (shutil.which("yosys") and shutil.which("z3")):
            return SKIPPED
    every = mutations(root)
    numbers = [int(number) for number in arguments] or range(len(every))
    return 0 if all([refused(root, *every[number]) for number in numbers]) else 1


if __name__ == "__main__":
    sys.exit(main())
