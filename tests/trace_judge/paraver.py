"""Reads Paraver traces as Extrae and older tracers write them.

A call of MPI is the time between an event of its type with the number of the call and the next one with 0. Events of one thread and
time are joined in one record, `2:CPU:APP:TASK:THREAD:TIME:TYPE:VALUE[:TYPE:VALUE..]`. A message record says when its send was called
(LSEND), and when its receive was called and ended:
    3:CPU:APP:TASK:THREAD:LSEND:PSEND:CPU:APP:TASK:THREAD:LRECV:PRECV:SIZE:TAG
Extrae writes the begin of a send, of a receive that blocks and of MPI_Start, but the end of the call of a receive that does not
block; PRECV is the end of the call that completed the receive. Computation is the time between two calls, and that before the first.
What lies within a collective, calls or messages, is what the library did for it.
"""
import collections
import dataclasses
import re

from .dimemas import KINDS, ROOTED, acts_as_root, known_bytes
from .program import BadFile, Collective, Compute, Program, Receive, Send, Wait, plain_kind

CALL_TYPES = range(50000001, 50000006)
SENT, RECEIVED, ROOT, COMMUNICATOR = range(50100001, 50100005)
COLLECTIVES = {7: "bcast", 8: "barrier", 9: "reduce", 10: "allreduce", 11: "alltoall", 12: "alltoallv", 13: "gather", 14: "gatherv",
               15: "scatter", 16: "scatterv", 17: "allgather", 18: "allgatherv", 30: "scan", 80: "reduce_scatter",
               168: "reduce_scatter_block", 170: "alltoallw"}
STARTS = {123, 124}  # of persistent requests: the calls of both their messages
SENDS = {1, 3, 33, 34, 35, 36, 37, 38} | STARTS
SENDRECV = {41, 42}
RECEIVES, IRECEIVES = {2}, {4} | STARTS
WAITS = {5, 6, 59, 60, 39, 125, 126, 128}
HEADER = re.compile(r"#Paraver \([^)]*\):(\d+)(_ns|_us)?:[^:(]*(?:\([^)]*\))?:\d+:(\d+)\(")


@dataclasses.dataclass
class Call:
    """A call of MPI, and what belongs to it."""

    begin: int
    value: int
    end: int = -1
    events: dict = dataclasses.field(default_factory=dict)
    send: object = None
    receive: object = None
    waits: list = dataclasses.field(default_factory=list)


def within(call, other):
    """Whether a call that takes time, or one strictly inside, lies within another."""
    if call.begin == call.end:
        return other.begin < call.begin < other.end
    return other.begin <= call.begin and call.end <= other.end


def read(text):
    """The program of the text of a file."""
    lines = text.splitlines()
    header = HEADER.match(lines[0]) if lines else None
    if header is None:
        raise BadFile("no header of Paraver")
    reader = Reader(int(header[3]), 1 if header[2] == "_ns" else 1000)
    for line in lines[1:]:
        reader.line(line.strip())
    return reader.program()


class Reader:
    """The state between the lines of a file."""

    def __init__(self, ranks, unit):
        self.unit = unit
        self.members = {}
        self.calls = [[] for _ in range(ranks)]
        self.current = [{} for _ in range(ranks)]  # type -> the call that is open
        self.early = [{} for _ in range(ranks)]  # type -> (time, value): events before the begin of their collective
        self.messages = []
        self.old_collectives = []

    def line(self, line):
        fields = line.split(":")
        if fields[0] == "c":
            self.members[int(fields[2])] = tuple(int(task) - 1 for task in fields[4:] if int(task) > 0)
        elif fields[0] == "2" and fields[4] == "1":
            numbers = list(map(int, fields[5:]))
            for event, value in zip(numbers[1::2], numbers[2::2]):
                self.event(int(fields[3]) - 1, numbers[0], event, value)
        elif fields[0] == "3":
            self.messages.append(list(map(int, fields[1:])))
        elif fields[0] == "4":
            self.old_collectives.append(list(map(int, fields[1:])))

    def event(self, task, time, event, value):
        if event in CALL_TYPES:
            self.call(task, time, event, value)
        elif event in (SENT, RECEIVED, ROOT, COMMUNICATOR):
            call = next((c for c in reversed(self.calls[task]) if c.value in COLLECTIVES), None)
            if call is not None and call.begin == time and event not in call.events:
                call.events[event] = value
            else:
                self.early[task][event] = time, value

    def call(self, task, time, event, value):
        if value == 0:
            call = self.current[task].pop(event, None)
            if call is not None:
                call.end = time
            return
        call = Call(time, value)
        if value in COLLECTIVES:
            call.events = {kind: number for kind, (then, number) in self.early[task].items() if then == time}
            self.early[task] = {}
        self.current[task][event] = call
        self.calls[task].append(call)

    def program(self):
        for calls in self.calls:
            calls[:] = sorted((call for call in calls if call.end >= 0), key=lambda call: (call.begin, call.end))
            collectives = [call for call in calls if call.value in COLLECTIVES]
            calls[:] = [call for call in calls if call.value in COLLECTIVES or not any(within(call, other) for other in collectives)]
        for number, message in enumerate(self.messages):
            self.attach(number, message)
        for record in self.old_collectives:
            self.attach_collective(record)
        roots = self.find_roots()
        return Program([self.operations(task, roots) for task in range(len(self.calls))])

    def attach(self, number, message):
        """Gives a message to the calls of its sender and receiver."""
        source, sent, target, called, ended = message[2] - 1, message[4], message[8] - 1, message[10], message[11]
        size, tag = message[12], message[13]
        senders = [c for c in self.calls[source] if c.value in SENDS | SENDRECV and c.send is None and c.begin <= sent <= c.end]
        receivers = [c for c in self.calls[target] if c.value in RECEIVES | SENDRECV and c.receive is None
                     and c.begin <= called <= c.end and ended <= c.end]
        receivers = [c for c in receivers if c.begin == called] or receivers
        immediate = [c for c in self.calls[target] if c.value in IRECEIVES and c.receive is None and c.begin <= called <= c.end]
        immediate = [c for c in immediate if called == (c.begin if c.value in STARTS else c.end)] or immediate
        if not senders or not (receivers or immediate):
            return  # a part of a collective, or of a call that the trace does not have
        sender = next((c for c in senders if c.begin == sent), senders[0])
        if sender.begin != sent and self.is_part(source, sent, message[5]) and self.is_part(target, called, ended):
            return
        receiver = (receivers or immediate)[0]
        sender.send = Send(target, size, tag, number)
        receiver.receive = Receive(source, tag, number, number if receiver.value not in RECEIVES else None)
        if receiver.value in IRECEIVES:
            wait = next((c for c in self.calls[target] if c.value in WAITS and c.begin >= receiver.end and c.end >= ended), None)
            if wait is not None:
                wait.waits.append(number)

    def is_part(self, task, begin, end):
        """Whether a time lies within a collective of a task."""
        return any(c.value in COLLECTIVES and c.begin <= begin and end <= c.end and c.begin < c.end for c in self.calls[task])

    def attach_collective(self, record):
        """`4:CPU:APP:TASK:THREAD:TIME:COMM:SENT:RECEIVED:OP:ROOT`, a collective of old tracers, within its call."""
        task, time, communicator, sent, received, number, root = record[2] - 1, *record[4:]
        found = [call for call in self.calls[task] if call.value in COLLECTIVES and call.begin <= time <= call.end
                 and COLLECTIVES[call.value] == KINDS[number] and not call.events]
        found = [call for call in found if call.begin == time] or found
        if found:
            found[0].events = {COMMUNICATOR: communicator, SENT: sent, RECEIVED: received, ROOT: root, "old": True}

    def communicator(self, call):
        """The communicator of a collective; that of all tasks where the trace says nothing."""
        everyone = tuple(range(len(self.calls)))
        found = call.events.get(COMMUNICATOR)
        if found is None:
            found = next((name for name, members in self.members.items() if members == everyone), 0)
        return found, self.members.get(found, everyone)

    def find_roots(self):
        """(communicator, number) -> the root of a collective: the only member that acts as it, or else what the trace says."""
        roots, counts, acting = {}, collections.Counter(), collections.defaultdict(list)
        for task, calls in enumerate(self.calls):
            for call in calls:
                if call.value in COLLECTIVES:
                    name, _ = self.communicator(call)
                    instance = name, counts[task, name]
                    counts[task, name] += 1
                    if "old" in call.events:
                        roots[instance] = call.events[ROOT]
                    elif call.events.get(ROOT, 0) == 1:
                        roots[instance] = task
                    if acts_as_root(plain_kind(COLLECTIVES[call.value]), call.events.get(SENT, 0), call.events.get(RECEIVED, 0)):
                        acting[instance].append(task)
        return {**roots, **{instance: tasks[0] for instance, tasks in acting.items() if len(tasks) == 1}}

    def operations(self, task, roots):
        """The program of a task."""
        found, counts, now = [], collections.Counter(), 0
        for call in self.calls[task]:
            if call.begin > now:
                found.append(Compute((call.begin - now) * self.unit))
            now = max(call.end, now)
            if call.value in COLLECTIVES:
                name, members = self.communicator(call)
                kind = plain_kind(COLLECTIVES[call.value])
                root = roots[name, counts[name]] if kind in ROOTED else None
                counts[name] += 1
                size = known_bytes(kind, call.events.get(SENT, 0), call.events.get(RECEIVED, 0), len(members))
                found.append(Collective(kind, name, members, root, size))
            found += [operation for operation in (call.receive, call.send) if operation is not None]
            if call.value in SENDRECV and call.receive is not None:
                found.append(Wait((call.receive.request,)))
            if call.waits:
                found.append(Wait(tuple(call.waits)))
        return found
