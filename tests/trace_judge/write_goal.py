"""Writes plans as GOAL, as Schedgen and people do and as txt2bin reads it."""
from .plan import Features

FEATURES = Features((), shifts=True, any_source=True, smallest=1)


class Style:
    """How a whole file looks."""

    def __init__(self, plan):
        rng = plan.rng()
        self.end = rng.choice(("\n", "\n", "\r\n"))
        self.labels = rng.choice(("l", "op_", "X", "send", "rank_"))
        self.space = rng.choice((" ", " ", "  ", "\t"))
        self.comments = rng.choice((0, 0, 0.3))
        self.blank_lines = rng.choice((0, 0, 0.2))
        self.byte_space = rng.choice(("", "", " "))
        self.colon = rng.choice((": ", ":", " : "))
        self.late = rng.choice((True, False))  # all dependencies of a rank after its operations
        self.nic = rng.choice((True, False))
        self.indent = rng.choice(("", "  ", "\t"))


class Rank:
    """The lines of a rank, and what the next operation must wait for."""

    def __init__(self, style):
        self.style = style
        self.operations = []
        self.dependencies = []
        self.lines = []
        self.before = []  # (label, how)
        self.requests = {}
        self.beside = []  # the last computation on another cpu

    def add(self, text, how="requires", after=None):
        """An operation that waits for what stands before it."""
        label = f"{self.style.labels}{len(self.operations) + 1}"
        self.operations.append(label)
        self.lines.append(("operation", f"{label}{self.style.colon}{text}"))
        for other, kind in self.before if after is None else after:
            self.lines.append(("dependency", f"{label} {kind} {other}"))
        self.before = [(label, how)]
        return label


def write(plan):
    """The file of a plan, and no options."""
    style = Style(plan)
    ranks = [Rank(style) for _ in range(plan.ranks)]
    for step in plan.steps:
        add(ranks, style, step)
    rng = plan.rng()
    lines = comment(style, rng) + [f"num_ranks {plan.ranks}"]
    for number, rank in enumerate(ranks):
        lines += [""] * (rng.random() < style.blank_lines) + comment(style, rng) + [f"rank {number} {{"]
        lines += body(style, rng, rank) + ["}"]
    text = style.end.join(lines) + style.end
    return [("trace.goal", text)], []


def body(style, rng, rank):
    found = []
    ordered = sorted(rank.lines, key=lambda line: line[0] == "dependency") if style.late else rank.lines
    for _, text in ordered:
        found += comment(style, rng) + [""] * (rng.random() < style.blank_lines)
        found.append(style.indent + text.replace(" ", style.space))
    return found


def comment(style, rng):
    """Sometimes a comment, as lines."""
    if rng.random() >= style.comments:
        return []
    return rng.choice((["// a word"], ["/* a word */"], ["// send 5b to 9"], ["/* l1: calc 5 */"], ["/* two", "lines: calc 7 */"]))


def add(ranks, style, step):
    rng = step.rng("how")
    if step.kind == "compute":
        cpu = rng.choice(("", "", " cpu 0"))
        ranks[step.rank].add(f"calc {step.nanoseconds}{cpu}")
    elif step.kind == "noise":
        compute_beside(ranks[step.rank], rng)
    elif step.kind == "send":
        message = step.messages[0]
        how = "irequires" if message.immediate_send else "requires"
        label = ranks[message.source].add(send(style, message, rng), how)
        ranks[message.source].requests[message.number, "send"] = label
    elif step.kind in ("post", "receive"):
        message = step.messages[0]
        label = ranks[message.target].add(receive(style, message, rng), "irequires" if step.kind == "post" else "requires")
        ranks[message.target].requests[message.number, "receive"] = label
    elif step.kind == "wait":
        wait(ranks[step.rank], step)
    elif step.kind == "funnel":
        for message in step.messages:
            ranks[message.source].add(send(style, message, rng))
        for message in step.messages:
            ranks[message.target].add(receive(style, message, rng))
    elif step.kind == "shift":
        for message in step.messages:
            exchange(ranks[message.source], style, step, message, rng)


def compute_beside(rank, rng):
    """A computation on another cpu, which waits only for the one before it there, and sometimes for all."""
    before = list(rank.before)
    after = rank.beside + (before if rng.random() < 0.3 else [])
    label = rank.add(f"calc {rng.randint(0, 10**6)} cpu 1", after=after)
    rank.beside = [(label, "requires")]
    rank.before = before + rank.beside * (rng.random() < 0.3)


def exchange(rank, style, step, message, rng):
    """A send and a receive at the same time, and an operation that waits for both."""
    source = next(other for other in step.messages if other.target == message.source)
    before = list(rank.before)
    received = rank.add(receive(style, source, rng), after=before)
    sent = rank.add(send(style, message, rng), after=before)
    rank.before = [(received, "requires"), (sent, "requires")]


def wait(rank, step):
    """What follows requires the ends; an operation without duration stands for the wait, or nothing."""
    labels = [rank.requests[message.number, side] for message, side in zip(step.messages, step.sides)]
    rank.before = list(dict.fromkeys(rank.before + [(label, "requires") for label in labels]))
    if step.rng("wait").random() < 0.5:
        rank.add("calc 0")


def qualifiers(style, message, rng):
    tag = f" tag {message.tag}"
    return tag + rng.choice(("", " cpu 0")) + (rng.choice(("", " nic 0", " nic 1")) if style.nic else "")


def send(style, message, rng):
    return f"send {message.size}{style.byte_space}b to {message.target}" + qualifiers(style, message, rng)


def receive(style, message, rng):
    source = -1 if message.any_source else message.source
    return f"recv {message.room}{style.byte_space}b from {source}" + qualifiers(style, message, rng)
