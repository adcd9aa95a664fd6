"""Draws random programs of MPI, and random files of them as the tools of each format write them.

A program is a list of steps in one global order: a send, the receive of its message later, a wait for it later still, a collective
of all members of a communicator at once. Each rank does its steps in that order, so nothing waits for what comes after it, and no
program can stand still. `draw` is the same for the same seed. Each step has a number of its own, its salt, from which the writers
draw how it looks, so that a step looks the same when others are left out.
"""
import collections
import dataclasses
import random

from . import write_dimemas, write_goal, write_liballprof, write_paraver, write_simgrid
from .plan import Message, Plan, Step

WRITERS = {"dimemas": write_dimemas, "paraver": write_paraver, "simgrid": write_simgrid, "liballprof": write_liballprof,
           "goal": write_goal}
SIZES = (0, 1, 8, 16, 64, 80, 96, 160, 1024, 4096, 65536, 160000)


def draw(name, seed):
    """The plan of a random file of a format."""
    return Drawing(random.Random(f"{name} {seed}"), WRITERS[name].FEATURES).plan()


def write(name, plan):
    """The files of a plan: a list of (name, text), and the options of `trenza trace convert` that they need."""
    return WRITERS[name].write(plan)


class Drawing:
    """A plan that is being drawn."""

    def __init__(self, rng, features):
        self.rng = rng
        self.features = features
        self.ranks = rng.choice((1, 2, 2, 3, 3, 4, 5, 6))
        self.communicators = [tuple(range(self.ranks))]
        if features.communicators:
            self.communicators += [self.some_ranks() for _ in range(rng.randint(0, 3))]
        self.steps = []
        self.messages = 0
        self.unsent, self.unreceived = [], []
        self.open = collections.defaultdict(list)  # rank -> messages and sides whose requests may be waited for

    def some_ranks(self):
        """The members of a communicator, in any order."""
        return tuple(self.rng.sample(range(self.ranks), self.rng.randint(1, self.ranks)))

    def plan(self):
        actions = [self.compute, self.message, self.message, self.message, self.progress, self.progress, self.wait, self.noise]
        actions += [self.collective] * bool(self.features.collectives) + [self.shift] * self.features.shifts
        actions += [self.funnel] * self.features.any_source
        for _ in range(self.rng.randint(2, 30)):
            self.rng.choice(actions)()
        while self.unsent or self.unreceived:
            self.progress()
        for rank in range(self.ranks):
            self.wait_for(rank, [entry for entry in self.open[rank] if entry[1] == "receive" or self.rng.random() < 0.7])
        plan = Plan(self.ranks, self.communicators, self.steps, self.rng.getrandbits(32))
        separate_tags(plan, self.features)
        return plan

    def add(self, kind, rank, **more):
        self.steps.append(Step(kind, self.rng.getrandbits(32), rank, **more))

    def compute(self):
        nanoseconds = self.rng.choice((0, 1, 7, 100, 1000, 12345, 1000000, self.rng.randint(0, 10**7))) * 1000
        self.add("compute", self.rng.randrange(self.ranks), nanoseconds=nanoseconds)

    def noise(self):
        self.add("noise", self.rng.randrange(self.ranks))

    def new_message(self, source, target, communicator):
        self.messages += 1
        size = max(self.rng.choice((*SIZES, 16 * self.rng.randint(1, 5000))), self.features.smallest)
        room = size + self.rng.choice((0, 0, 0, 16, 4096)) if self.features.room else size
        return Message(self.messages, source, target, size, self.rng.choice((1, 1, 2, 5, 77, 4000)), communicator, room)

    def pair(self):
        """Two ranks and a communicator of both."""
        found = self.rng.choice([c for c in range(len(self.communicators)) if c == 0 or self.features.communicators == "all"])
        source, target = self.rng.choice(self.communicators[found]), self.rng.choice(self.communicators[found])
        if source == target and self.rng.random() < 0.8 and len(self.communicators[found]) > 1:
            return self.pair()
        return source, target, found

    def message(self):
        """Begins a message: with the send, or with a receive that does not block."""
        message = self.new_message(*self.pair())
        if self.rng.random() < 0.4 and message.source != message.target:
            message.immediate_receive = True
            self.add("post", message.target, messages=[message])
            self.unsent.append(message)
        else:
            self.send(message)

    def send(self, message):
        message.immediate_send = message.source != message.target and self.rng.random() < 0.4
        self.add("send", message.source, messages=[message])
        if message.immediate_send:
            self.open[message.source].append((message, "send"))
        if message.immediate_receive:
            self.open[message.target].append((message, "receive"))
        else:
            self.unreceived.append(message)

    def progress(self):
        """Goes on with a message that has begun."""
        found = self.unsent + self.unreceived
        if not found:
            return
        message = self.rng.choice(found)
        if message in self.unsent:
            self.unsent.remove(message)
            self.send(message)
            return
        self.unreceived.remove(message)
        message.immediate_receive = message.source != message.target and self.rng.random() < 0.3
        if self.features.any_source and not message.immediate_receive and self.rng.random() < 0.15:
            message.any_source, message.alone = True, True
        self.add("post" if message.immediate_receive else "receive", message.target, messages=[message])
        if message.immediate_receive:
            self.open[message.target].append((message, "receive"))

    def wait(self):
        rank = self.rng.randrange(self.ranks)
        if self.open[rank]:
            self.wait_for(rank, self.rng.sample(self.open[rank], self.rng.randint(1, len(self.open[rank]))))

    def wait_for(self, rank, entries):
        if entries:
            self.open[rank] = [entry for entry in self.open[rank] if entry not in entries]
            self.add("wait", rank, messages=[message for message, _ in entries], sides=[side for _, side in entries])

    def collective(self):
        kind = self.rng.choice(self.features.collectives)
        found = self.rng.randrange(len(self.communicators))
        self.add("collective", None, communicator=found, collective=kind, root=self.rng.randrange(64),
                 size=self.rng.choice((0, 8, 16, 80, 160, 1600, 4096, 96000)))

    def shift(self):
        """MPI_Sendrecv of some ranks in a circle."""
        ranks = self.some_ranks()
        messages = [self.new_message(rank, ranks[(place + 1) % len(ranks)], 0) for place, rank in enumerate(ranks)]
        for message in messages:
            message.alone = True
        self.add("shift", None, messages=messages)

    def funnel(self):
        """Receives from any source that follow each other, so that their order changes nothing."""
        target = self.rng.randrange(self.ranks)
        messages = [self.new_message(self.rng.randrange(self.ranks), target, 0) for _ in range(self.rng.randint(1, 4))]
        for message in messages:
            message.any_source, message.group = True, messages[0].number
        self.add("funnel", target, messages=messages)


def separate_tags(plan, features):
    """Gives messages tags of their own where the order of their receives is not that of their sends, or where they need them."""
    sends, receives = collections.defaultdict(list), collections.defaultdict(list)
    for step in plan.steps:
        for message in step.messages:
            key = message.source, message.target, message.tag, message.communicator
            if step.kind in ("send", "shift", "funnel"):
                sends[key].append(message)
            if step.kind in ("post", "receive", "shift", "funnel"):
                receives[key].append(message)
    for key, found in sends.items():
        for message in found:
            immediate = message.immediate_receive or message.immediate_send
            if found != receives[key] or message.alone or (features.tags_name_requests and immediate):
                message.tag = 5000 + message.number
    for step in plan.steps:
        for message in step.messages:
            if message.group is not None:
                message.tag = 5000 + message.group


def smaller(plan):
    """Plans with something left out, the greater pieces first."""
    count = len(plan.steps)
    size = count // 2
    while size:
        for begin in range(0, count, size):
            yield without_steps(plan, plan.steps[begin:begin + size])
        size //= 2
    if plan.ranks > 1 and not any(uses(step, plan.ranks - 1) for step in plan.steps):
        communicators = [tuple(rank for rank in members if rank < plan.ranks - 1) for members in plan.communicators]
        if all(communicators):
            yield dataclasses.replace(plan, ranks=plan.ranks - 1, communicators=communicators)
    used = {step.communicator for step in plan.steps} | {message.communicator for step in plan.steps for message in step.messages}
    if len(plan.communicators) > 1 and len(plan.communicators) - 1 not in used:
        yield dataclasses.replace(plan, communicators=plan.communicators[:-1])


def uses(step, rank):
    return step.rank == rank or any(rank in (message.source, message.target) for message in step.messages)


def without_steps(plan, steps):
    """The plan without these steps, and without all steps of the messages that one of them moves."""
    gone = {message.number for step in steps if step.kind != "wait" for message in step.messages}
    kept = []
    for step in plan.steps:
        if any(step is other for other in steps) and step.kind != "wait":
            continue
        pairs = [pair for pair in zip(step.messages, step.sides or step.messages) if pair[0].number not in gone]
        if step.messages and not pairs or len(pairs) < len(step.messages) and step.kind in ("shift", "funnel"):
            continue
        messages = [message for message, _ in pairs]
        kept.append(dataclasses.replace(step, messages=messages, sides=[side for _, side in pairs] if step.sides else []))
    return dataclasses.replace(plan, steps=kept)
