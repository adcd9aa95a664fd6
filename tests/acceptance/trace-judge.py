#!/usr/bin/env python3
"""Importers of traces against an independent judge: 500 random files of each format as foreign tools write them; messages, bytes, collectives, time."""
import argparse
import collections
import dataclasses
import json
import re
import shutil
import subprocess
import sys

from check import ROOT, TRENZA, WORK

sys.path.insert(0, str(ROOT / "tests"))
from trace_judge import formats, goal, grammar, judge  # noqa: E402
from trace_judge.program import BadFile  # noqa: E402

MOST_SHOWN = 2500  # characters of the files of a disagreement


def call(*words):
    """Standard output of trenza, or None with its message."""
    done = subprocess.run([TRENZA, *map(str, words)], cwd=WORK, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, timeout=60)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        return None, f"status {done.returncode}: {said[-1] if said else 'no message'}"
    return done.stdout.decode(), ""


def place(name, files):
    """Writes the files of a case into a folder of their own; returns it."""
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    for file, text in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(text.encode())
    return folder


def disagreement(name, plan):
    """What Trenza makes of the file of a plan that the judge does not, in words; "" if they agree."""
    files, options = grammar.write(name, plan)
    program = formats.read(name, files, options)
    right = judge.answer(program)
    folder = place(name, files)
    named = ["--from", name] if plan.salt % 2 else []
    if name == "goal":
        return own_numbers(program, right, folder / files[0][0])
    inputs = [folder / file for file in formats.inputs(files)][::-1 if plan.salt % 3 == 0 else 1]  # their names have numbers
    text, message = call("trace", "convert", *inputs, *named, *options, "--to", "goal", "-o", "-")
    if text is None:
        return f"refused, {message}"
    try:
        theirs = judge.answer(goal.read(text))
    except (BadFile, LookupError, ValueError) as fault:
        return f"converted to GOAL that the judge cannot replay: {fault}"
    found = judge.differences(right, theirs)
    (folder / "converted").write_text(text)
    return found[0] if found else own_numbers(program, right, folder / "converted")


def own_numbers(program, right, file):
    """What `trenza trace info` says of GOAL otherwise; the time only where no algorithm of a collective could change it."""
    said, message = call("trace", "info", file, "--json", "-")
    if said is None:
        return f"Trenza refuses its GOAL, {message}"
    document = json.loads(said)
    sizes = [size for found in right.messages.values() for size in found]
    pairs = [("messages", document["messages"]["count"], len(sizes)), ("bytes", document["messages"]["bytes"], sum(sizes)),
             ("ranks", document["ranks"], right.ranks)]
    if judge.free_of_choice(program):
        pairs.append(("ns of critical path", round(document["checks"]["critical_path_ms"] * 10**6), right.critical_path))
    return next((f"trenza trace info says {said} {what}, right is {mine}" for what, said, mine in pairs if said != mine), "")


def kind_of(words):
    """Words of a disagreement without its numbers and names: what two of one kind share."""
    return re.sub(r"\[.*\]|'[^']*'|\S*[\d/]\S*", "", words)[:80]


def shrink(name, plan, kind):
    """The smallest plan found with a disagreement of the same kind."""
    for _ in range(200):
        for other in grammar.smaller(plan):
            if kind_of(disagreement_or_fault(name, other)) == kind:
                plan = other
                break
        else:
            return plan
    return plan


def disagreement_or_fault(name, plan):
    """A plan from which too much has been left out may have no answer."""
    try:
        return disagreement(name, plan)
    except (BadFile, LookupError, StopIteration):
        return ""


def plainest(name, plan, kind):
    """The plan in the looks of the shortest file that still shows the disagreement."""
    best, length = plan, size_of(name, plan)
    for salt in range(40):
        other = dataclasses.replace(plan, salt=salt)
        if size_of(name, other) < length and kind_of(disagreement_or_fault(name, other)) == kind:
            best, length = other, size_of(name, other)
    return best


def size_of(name, plan):
    return sum(len(text) for _, text in grammar.write(name, plan)[0])


def show(name, seed, plan, count):
    words = disagreement(name, plan)
    print(f"\n{name}, seed {seed}, {count} files of this kind: {words}")
    files, options = grammar.write(name, plan)
    text = "".join(f"--- {file}\n{content}" for file, content in files)
    print(" ".join(options) + "\n" * bool(options) + text[:MOST_SHOWN], flush=True)


def check(name, seeds):
    """Prints how many files of a format agree, and the smallest file of each kind of disagreement; returns how many do not."""
    kinds = collections.defaultdict(list)
    for seed in seeds:
        words = disagreement(name, grammar.draw(name, seed))
        if words:
            kinds[kind_of(words)].append(seed)
    failed = sum(map(len, kinds.values()))
    print(f"{name}: {len(seeds) - failed} of {len(seeds)} files agree", flush=True)
    for kind, found in sorted(kinds.items(), key=lambda item: -len(item[1])):
        smallest = plainest(name, shrink(name, grammar.draw(name, found[0]), kind), kind)
        show(name, found[0], smallest, len(found))
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=500, help="of each format")
    parser.add_argument("--seed", type=int, default=0, help="of the first file")
    parser.add_argument("--format", choices=grammar.WRITERS, action="append", help="only this one; may be repeated")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.files)
    failed = {name: check(name, seeds) for name in options.format or grammar.WRITERS}
    sys.exit("; ".join(f"{count} files of {name}" for name, count in failed.items() if count) or 0)


if __name__ == "__main__":
    main()
