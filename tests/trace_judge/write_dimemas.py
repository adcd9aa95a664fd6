"""Writes plans as Dimemas traces, as prv2dim of 2010 to 2024 and generators of older records do."""
from .dimemas import KINDS
from .plan import PLAIN, ROOTED, VARIANTS, Features, bytes_of_member, rank_at_root, root_is_told

FEATURES = Features(PLAIN + VARIANTS + ("reduce_scatter_block",), "all")


class Style:
    """How a whole file looks."""

    def __init__(self, plan):
        rng = plan.rng()
        self.threads = rng.choice((None, "-1", "-1", "0"))  # None: records without the thread of the partner
        self.sync = rng.choice((True, False))  # collectives with SYNC, since 2017
        self.header = rng.choice(("old", "4.1", "new"))
        self.offsets = rng.choice((True, False)) and self.header != "old"
        self.decimals = rng.choice((9, 6))
        self.events = rng.choice((0, 0.3, 1))
        self.root_is_task = not self.offsets  # prv2dim writes offsets, and 1 at the root; others name its task
        self.reduce_names_task = rng.choice((False, True))  # as the newest prv2dim does for this collective alone
        self.extra_communicators = rng.choice((True, False))
        self.message_numbers = rng.choice((True, False, False))  # COMM of a message is a number of its own
        self.root_is_rank = rng.choice((True, False))  # in the communicator, as mpi2dim writes it, instead of its task
        self.old_numbers = rng.choice((True, False)) and all(map(has_old_number, plan.steps))


def has_old_number(step):
    """Whether a version before reduce_scatter_block could write this, and its reader tell what it is."""
    return step.collective != "reduce_scatter_block" and (step.collective != "scan" or step.size > 0)


def write(plan):
    """The file of a plan, and no options."""
    style = Style(plan)
    tasks = [[] for _ in range(plan.ranks)]
    for step in plan.steps:
        for task, record in records(plan, style, step):
            tasks[task] += bracketed(step, style, task, record)
    for task, lines in enumerate(tasks):
        if not lines:
            lines.append(f"0:{task}:0")
    return [("trace.dim", whole(plan, style, tasks))], []


def whole(plan, style, tasks):
    """The text with its header, whose length decides the offsets."""
    definitions = [f"d:1:{number}:{len(members)}:" + ":".join(map(str, members))
                   for number, members in enumerate(plan.communicators, 1)]
    if style.extra_communicators:
        definitions += [f"d:1:{len(definitions) + 1 + task}:1:{task}" for task in range(plan.ranks)]
        definitions.append(f"d:1:{len(definitions) + 1}:1:-1")
    threads = ",".join(["1"] * plan.ranks)
    counts = f"{plan.ranks}({threads}),{len(definitions)}"
    body = "\n".join(definitions + [line for lines in tasks for line in lines]) + "\n"
    if style.header == "old":
        return f"#DIMEMAS:ring_{plan.ranks}:0:{counts}\n{body}"
    if style.header == "new":
        counts += ",0"
    if not style.offsets:
        return f'#DIMEMAS:"some trace.prv":0:{counts}\n{body}'
    return with_offsets(counts, definitions, tasks, body)


def with_offsets(counts, definitions, tasks, body):
    """The place of the offsets fills 15 characters, as many blanks as it needs stand at the end of the line."""
    name = '#DIMEMAS:"some trace.prv":1,'
    length = len(f"{name}{'X' * 15}:{counts}\n")
    end = length + len(body)
    place = length + sum(len(line) + 1 for line in definitions)
    offsets = ""
    for task, lines in enumerate(tasks):
        offsets += f"s:{task}:{place}\n"
        place += sum(len(line) + 1 for line in lines)
    return f"{name}{end}:{counts}{' ' * (15 - len(str(end)))}\n{body}{offsets}"


def bracketed(step, style, task, record):
    """A record, with the events of its call around it or with counters beside it."""
    rng = step.rng("events", task)
    if rng.random() >= style.events:
        return [record]
    if record.startswith("1:"):
        return [f"20:{task}:0:42000050:{rng.randrange(10**9)}", record]
    kind = "50000002" if record.startswith("10:") else "50000001"
    return [f"20:{task}:0:{kind}:{rng.randint(1, 40)}", record, f"20:{task}:0:{kind}:0"]


def records(plan, style, step):
    """The records of a step, each with its task."""
    rng = step.rng("how")
    if step.kind == "compute":
        yield from bursts(step, style, rng)
    elif step.kind == "noise":
        yield step.rank, rng.choice((f"0:{step.rank}:0", f"20:{step.rank}:0:40000001:1", f"1:{step.rank}:0:0.000000000",
                                     f"20:{step.rank}:0:50000003:31", f"20:{step.rank}:0:4000000000:9223372036854775807"))
    elif step.kind == "collective":
        yield from collective(plan, style, step)
    elif step.kind == "shift":
        for message in step.messages:
            source = next(other for other in step.messages if other.target == message.source)
            yield message.source, receive(style, source, 1)
            yield message.source, send(style, message, 0)
            yield message.source, receive(style, source, 2)
    else:
        yield from moves(style, step, rng)


def bursts(step, style, rng):
    """A burst, sometimes as two."""
    parts = [step.nanoseconds]
    if rng.random() < 0.2:
        parts = [step.nanoseconds // 3000 * 1000, step.nanoseconds - step.nanoseconds // 3000 * 1000]
    for part in parts:
        yield step.rank, f"1:{step.rank}:0:{part / 10**9:.{style.decimals}f}"


def moves(style, step, rng):
    """The records of the messages of a step."""
    for place, message in enumerate(step.messages):
        if step.kind == "send":
            yield message.source, send(style, message, rng.choice((2, 3) if message.immediate_send else (0, 1)))
        elif step.kind == "post":
            yield message.target, receive(style, message, 1)
        elif step.kind == "receive":
            yield message.target, receive(style, message, 0)
        elif step.sides[place] == "receive":
            yield message.target, receive(style, message, 2)


def send(style, message, sync):
    thread = "" if style.threads is None else f":{style.threads}"
    return f"2:{message.source}:0:{message.target}{thread}:{message.size}:{message.tag}:{communicator(style, message)}:{sync}"


def receive(style, message, kind):
    thread = "" if style.threads is None else f":{style.threads}"
    return f"3:{message.target}:0:{message.source}{thread}:{message.room}:{message.tag}:{communicator(style, message)}:{kind}"


def communicator(style, message):
    return 1000 + message.number if style.message_numbers else message.communicator + 1


def collective(plan, style, step):
    members = plan.members(step)
    root = step.root % len(members)
    for place, task in enumerate(members):
        sent, received = bytes_of_member(step, place, len(members), root)
        is_told = step.collective in ROOTED and root_is_told(step, len(members), root)
        names_task = style.root_is_task or style.reduce_names_task and step.collective == "reduce"
        if style.root_is_task and style.root_is_rank and is_told:
            flag = root
        elif names_task:
            flag = members[root]
        elif rank_at_root(step) and is_told:
            flag = int(root == task)
        else:
            flag = int(place == root and step.collective in ROOTED)
        number = 13 if style.old_numbers and step.collective == "scan" else KINDS.index(step.collective)
        line = f"10:{task}:0:{number}:{step.communicator + 1}:{flag}:0:{sent}:{received}"
        yield task, line + ":1" * style.sync
