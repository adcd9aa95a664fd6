"""Checks the judge itself: what a reader makes of the file of a plan is what the plan says. `python3 -m trace_judge.selfcheck [N]`."""
import sys

from . import formats, grammar, judge, truth

WORKING = ("reduce", "allreduce", "reduce_scatter")  # collectives after which a rank of SimGrid computes


def check(name, seed):
    """What differs between the plan of a seed and its file."""
    plan = grammar.draw(name, seed)
    if name == "goal":
        plan.steps = [step for step in plan.steps if step.kind != "noise"]  # computation that the plan does not have
    for step in plan.steps:
        if name == "simgrid" and step.kind == "compute":
            step.nanoseconds -= step.nanoseconds % 2
    files, options = grammar.write(name, plan)
    found, right = judge.answer(formats.read(name, files, options)), judge.answer(truth.program(plan))
    if name == "liballprof" and len(plan.communicators) > 1:
        right.critical_path = found.critical_path  # all members of each communicator meet at the begin
        for rank, own in enumerate(found.collectives):
            del own[:sum(rank in members and len(members) > 1 for members in plan.communicators[1:])]
    if name == "simgrid" and any(step.collective in WORKING for step in plan.steps):
        right.computation, right.critical_path = found.computation, found.critical_path
    return judge.differences(right, found)


def main():
    count, failed = int(sys.argv[1]) if len(sys.argv) > 1 else 500, 0
    for name in grammar.WRITERS:
        for seed in range(count):
            found = check(name, seed)
            failed += bool(found)
            if found:
                print(f"{name}, seed {seed}: {found[0]}")
    sys.exit(f"{failed} files" if failed else 0)


if __name__ == "__main__":
    main()
