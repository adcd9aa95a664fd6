"""Writes plans as Paraver traces, as Extrae does, and with the records of collectives of the tracers before it."""
from .dimemas import KINDS
from .paraver import COLLECTIVES, COMMUNICATOR, RECEIVED, ROOT, SENT
from .plan import PLAIN, ROOTED, VARIANTS, Features, bytes_of_member, rank_at_root, root_is_told

FEATURES = Features(PLAIN + VARIANTS + ("reduce_scatter_block",), "all", room=False)
VALUES = {name: value for value, name in COLLECTIVES.items()}
POINT, GROUP, OTHER = 50000001, 50000002, 50000003


class Style:
    """How a whole file looks."""

    def __init__(self, plan):
        rng = plan.rng()
        self.unit = rng.choice(("_ns", "_ns", "", "_us"))
        self.joined = rng.choice(("always", "always", "never", "sometimes"))
        self.mixed = rng.choice((True, False))  # events of other types may stand before those of an earlier call in a record
        self.old = rng.choice((False, False, False, True)) and len(plan.communicators) == 1
        self.root_everywhere = rng.choice((True, False))
        self.inner_messages = rng.choice((False, False, True))
        self.states = rng.choice((True, False))
        self.counters = rng.choice((0, 0.3, 1))
        self.nodes = rng.choice(("1({0})", "{0}({1})", "0"))
        self.counted = rng.choice((True, True, False))  # the header has the number of communicators
        self.extra = rng.choice((None, "self", "nobody", "inter"))
        self.persistent = rng.choice((True, False))
        self.threads = rng.choice((1, 1, 2))
        self.comments = rng.choice((True, False))
        self.inner_calls = rng.choice((True, False))  # the library calls what is traced too


class Task:
    """A task with a clock of its own, its calls, and the places of its messages in them."""

    def __init__(self, number, rng, style):
        self.number = number
        self.rng = rng
        self.style = style
        self.now = 0
        self.events = []  # (time, type, value)
        self.states = []
        self.marks = {}
        self.groups = []  # (begin, end) of collectives

    def call(self, kind, value, extra=(), shortest=1):
        """A call of MPI that begins now; returns its begin and end."""
        begin = self.now
        self.now += max(shortest, self.rng.choice((1, 2, 10, 500)))
        if shortest == 0 and self.rng.random() < 0.3:
            self.now = begin
        self.events.append((begin, kind, value))
        self.events += [(begin, event, number) for event, number in extra]
        if self.rng.random() < self.style.counters:
            self.events.append((begin, 42000050, self.rng.randrange(10**9)))
        self.events.append((self.now, kind, 0))
        self.states.append((begin, self.now, self.rng.randint(2, 13)))
        return begin, self.now


def write(plan):
    """The file of a plan, and no options."""
    style = Style(plan)
    rng = plan.rng()
    tasks = [Task(number, rng, style) for number in range(plan.ranks)]
    lines = []  # (time, order, text)
    for task in tasks:
        task.call(OTHER, 31)
    for step in plan.steps:
        add(plan, style, tasks, step, lines)
    for task in tasks:
        task.call(OTHER, 32)
        lines += records(task, style)
    lines += messages(plan, tasks)
    lines.sort(key=lambda line: line[:2])
    end = max(task.now for task in tasks)
    text = "\n".join(header(plan, style, end) + [line[-1] for line in lines]) + "\n"
    return [("trace.prv", text)], []


def header(plan, style, end):
    tasks = ",".join(f"{style.threads}:{1 if style.nodes.startswith('1') else task + 1}" for task in range(plan.ranks))
    nodes = style.nodes.format(plan.ranks, ",".join(["1"] * plan.ranks))
    communicators = [f"c:1:{number}:{len(members)}:" + ":".join(str(member + 1) for member in members)
                     for number, members in enumerate(plan.communicators, 1)]
    if style.extra == "self":
        communicators += [f"c:1:{len(communicators) + 1 + task}:1:{task + 1}" for task in range(plan.ranks)]
    elif style.extra == "nobody":
        communicators.append(f"c:1:{len(communicators) + 1}:1:-1")
    elif style.extra == "inter":
        communicators.append(f"i:1:{len(communicators) + 1}:1:1:{len(communicators)}:1")
    count = f",{len(communicators)}" if style.counted else ""
    first = f"#Paraver (27/11/2026 at 10:00):{end}{style.unit}:{nodes}:1:{plan.ranks}({tasks}){count}"
    return [first] + communicators + ["# a comment", "#"] * style.comments


def place(task):
    return f"{task.number + 1}:1:{task.number + 1}:1"


def records(task, style):
    """The records of the events and states of a task; events of one time in one record or in several."""
    found = []
    events = sorted(task.events, key=lambda event: event[0])
    while events:
        same = [event for event in events if event[0] == events[0][0]]
        events = events[len(same):]
        together = style.joined == "always" or style.joined == "sometimes" and task.rng.random() < 0.5
        if together and style.mixed:
            same = mix(task.rng, same)
        for group in [same] if together else alone(same):
            pairs = "".join(f":{kind}:{value}" for _, kind, value in group)
            found.append((group[0][0], 1, f"2:{place(task)}:{group[0][0]}{pairs}"))
    if style.threads > 1:
        other = place(task)[:-1] + "2"
        found += [(0, 1, f"2:{other}:0:60000018:5"), (0, 0, f"1:{other}:0:{task.now}:7"), (task.now, 1, f"2:{other}:{task.now}:60000018:0")]
    if style.states:
        found += [(begin, 0, f"1:{place(task)}:{begin}:{end}:{value}") for begin, end, value in task.states if begin < end]
    return found


def alone(events):
    """Each event in a record of its own, but those of a collective with its begin."""
    groups = []
    for event in events:
        if event[1] in (SENT, RECEIVED, ROOT, COMMUNICATOR):
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups


def mix(rng, events):
    """Other order, but the events of one type stay as they are, and those of a collective stay with it."""
    kinds = list(dict.fromkeys(kind if kind not in (SENT, RECEIVED, ROOT, COMMUNICATOR) else GROUP for _, kind, _ in events))
    rng.shuffle(kinds)
    return [event for kind in kinds for event in events
            if event[1] == kind or kind == GROUP and event[1] in (SENT, RECEIVED, ROOT, COMMUNICATOR)]


def add(plan, style, tasks, step, lines):
    rng = step.rng("how")
    if step.kind == "compute":
        tasks[step.rank].now += step.nanoseconds if style.unit == "_ns" else step.nanoseconds // 1000
    elif step.kind == "noise":
        noise(tasks[step.rank], rng)
    elif step.kind in ("send", "post") and style.persistent and rng.random() < 0.3 and is_immediate(step):
        begin, _ = tasks[step.rank].call(OTHER, rng.choice((123, 124)))
        tasks[step.rank].marks[step.messages[0].number, "send" if step.kind == "send" else "posted"] = \
            (begin, begin) if step.kind == "send" else begin
    elif step.kind == "collective":
        collective(plan, style, tasks, step, lines)
    elif step.kind == "shift":
        for message in step.messages:
            begin, end = tasks[message.source].call(POINT, rng.choice((41, 42)))
            source = next(other for other in step.messages if other.target == message.source)
            tasks[message.source].marks[message.number, "send"] = begin, begin
            tasks[message.source].marks[source.number, "receive"] = begin, end
    elif step.kind == "send":
        message = step.messages[0]
        value = rng.choice((3, 3, 36, 37, 38) if message.immediate_send else (1, 1, 33, 34, 35))
        tasks[message.source].marks[message.number, "send"] = tasks[message.source].call(POINT, value)
    elif step.kind == "receive":
        message = step.messages[0]
        tasks[message.target].marks[message.number, "receive"] = tasks[message.target].call(POINT, 2)
    elif step.kind == "post":
        message = step.messages[0]
        tasks[message.target].marks[message.number, "posted"] = tasks[message.target].call(POINT, 4)[1]
    elif step.kind == "wait":
        wait(tasks[step.rank], step, rng)


def is_immediate(step):
    return step.kind == "post" or step.messages[0].immediate_send


def noise(task, rng):
    kind, value = rng.choice(((OTHER, 19), (OTHER, 20), (POINT, 61), (POINT, 62), (OTHER, 39), (POINT, 6), (OTHER, 22), (OTHER, 125)))
    if rng.random() < 0.3:
        task.events.append((task.now, 40000001, 1))
    task.call(kind, value)


def wait(task, step, rng):
    """Waits and tests that complete requests: one call for each, or one for all."""
    pairs = list(zip(step.messages, step.sides))
    together = rng.random() < 0.5
    for group in [pairs] if together else [[pair] for pair in pairs]:
        value = rng.choice((6, 60, 125, 128) if together else (5, 5, 59, 39, 126))
        _, end = task.call(OTHER if value in (39, 125, 126, 128) else POINT, value)
        for message, side in group:
            if side == "receive":
                task.marks[message.number, "receive"] = task.marks[message.number, "posted"], end


def collective(plan, style, tasks, step, lines):
    members = plan.members(step)
    root = step.root % len(members)
    spans = []
    for number, rank in enumerate(members):
        sent, received = bytes_of_member(step, number, len(members), root)
        is_root = number == root and step.collective in ROOTED
        if rank_at_root(step) and root_is_told(step, len(members), root):
            is_root = root == rank
        extra = [] if style.old else details(style, step, is_root, sent, received)
        task = tasks[rank]
        begin, end = task.call(GROUP, VALUES[step.collective], extra, 0 if step.collective == "barrier" else 1)
        spans.append((task, begin, end))
        if style.old:
            record = f"4:{place(task)}:{begin}:{step.communicator + 1}:{sent}:{received}:{KINDS.index(step.collective)}:{members[root]}"
            lines.append((begin, 2, record))
    if style.inner_messages and len(spans) > 1 and all(end > begin for _, begin, end in spans):
        inner(spans[0], spans[1], lines)
        if style.inner_calls:
            inner_call(*spans[0], 1)
            inner_call(*spans[1], 2)


def inner(one, other, lines):
    """A message of the MPI library within a collective."""
    (source, begin, end), (target, called, ended) = one, other
    lines.append((begin, 2, f"3:{place(source)}:{begin}:{end}:{place(target)}:{called}:{ended}:16:99"))


def inner_call(task, begin, end, value):
    """A call of the MPI library within a collective, around a message of `inner`."""
    task.events += [(begin, POINT, value), (end, POINT, 0)]


def details(style, step, is_root, sent, received):
    """The events beside the begin of a collective, as Extrae writes them."""
    found = [(SENT, sent), (RECEIVED, received)]
    if style.root_everywhere:
        found.append((ROOT, int(is_root)))
    found.append((COMMUNICATOR, step.communicator + 1))
    if is_root and not style.root_everywhere:
        found.append((ROOT, 1))
    return found


def messages(plan, tasks):
    """A record for each message."""
    found = {message.number: message for step in plan.steps for message in step.messages}
    for number, message in found.items():
        source, target = tasks[message.source], tasks[message.target]
        sent, received = source.marks[number, "send"], target.marks[number, "receive"]
        text = (f"3:{place(source)}:{sent[0]}:{sent[1]}:{place(target)}:{received[0]}:{received[1]}:{message.size}:{message.tag}")
        yield sent[0], 2, text
