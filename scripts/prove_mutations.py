"""The proofs must refuse wrong designs: prove_mutations.py <root> [--skip-without-tools] [number...]

Each line of tests/formal/mutations.txt is a text substitution. It is made on a copy of the sources, and the proof has
to fail in the way that the line says. A design counts as refused only if a run from reset breaks a property.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

import prove

# What a proof must print about a change, by the last field of the line.
VERDICTS = {
    "run": prove.BY_A_RUN,
    "step only": prove.BY_THE_STEP,
    "not seen": "NOT SEEN",
    "no further step": prove.DEAD_END,
}


def mutations(root):
    """(proof, file, old, new, verdict) for each line."""
    lines = (root / "tests" / "formal" / "mutations.txt").read_text().splitlines()
    found = []
    for line in lines:
        if not line or line.startswith("#"):
            continue
        parts = [part.strip() for part in line.split(" | ")]
        if len(parts) == 4:
            parts.append("run")
        if len(parts) != 5 or parts[4] not in VERDICTS:
            sys.exit(f"trenza: tests/formal/mutations.txt: not 'proof | file | text | text in its place | verdict': {line}\n"
                     f"the verdict is one of: {', '.join(VERDICTS)}; without one it is 'run'")
        found.append(parts)
    return found


def refused(root, proof, file, old, new, verdict):
    """Whether the proof of the design with `new` for `old` ends with `verdict`; prints what it says."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        for part in ("rtl_models", "tests/formal"):
            shutil.copytree(root / part, copy / part, ignore=shutil.ignore_patterns("*.cpp", "*.h"))
        text = (copy / file).read_text()
        if text.count(old) != 1:
            sys.exit(f"trenza: {file} has {text.count(old)} times '{old}', not once: tests/formal/mutations.txt is out of date")
        (copy / file).write_text(text.replace(old, "" if new == "(nothing)" else new))
        command = [sys.executable, str(root / "scripts" / "prove.py"), "--root", str(copy), "--quick",
                   "--without-traces", proof]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
        words = done.stdout.decode()
        good = done.returncode == prove.NOT_PROVED and VERDICTS[verdict] in words
        print(f"{'ok' if good else 'WRONG'}: {proof}, {file}: '{old}' -> '{new}', expected: {verdict}", flush=True)
        failures = [line for line in words.splitlines() if line.startswith(("FAILED", "NOT SEEN", " "))]
        print("\n".join(failures if failures and good else words.splitlines()), flush=True)
        return good


def main():
    root, arguments = pathlib.Path(sys.argv[1]), sys.argv[2:]
    if "--skip-without-tools" in arguments:
        arguments.remove("--skip-without-tools")
        if not (shutil.which("yosys") and shutil.which("z3")):
            return prove.SKIPPED
    every = mutations(root)
    numbers = [int(number) for number in arguments] or range(len(every))
    return 0 if all([refused(root, *every[number]) for number in numbers]) else prove.NOT_PROVED


if __name__ == "__main__":
    sys.exit(main())
