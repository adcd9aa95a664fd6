"""Reads Dimemas traces: what prv2dim, Dimemas and older generators write after a line `#DIMEMAS:`.

Fields are divided by `:`. The records of a task follow each other in the order of its program:
    1:TASK:THREAD:SECONDS                                            a burst of computation
    2:TASK:THREAD:TO[:TOTHREAD]:SIZE:TAG:COMM:SYNC                   a send; SYNC 2 and 3 do not block
    3:TASK:THREAD:FROM[:FROMTHREAD]:SIZE:TAG:COMM:KIND               KIND 0 receive, 1 receive that does not block, 2 its wait
    10:TASK:THREAD:OP:COMM:ROOT:ROOTTHREAD:SENT:RECEIVED[:SYNC]      a collective; SYNC since 2017
    d:1:COMM:N:TASK..                                                a communicator
and 0 (nothing), 20 (an event), d:2 and d:3 (other definitions) and s (offsets in the file), which say nothing of the program.
COMM of a message need not be defined: since 2014 prv2dim gives each message a number of its own there (PseudoCommId in
ParaverTraceTranslator.cpp). ROOT of a gather or scatter may be wrong: Extrae compares the rank of the root in the communicator with
the number of a task (Get_GlobalOP_isRoot in mpi_prv_semantics.c), but only at the root it counts what only the root sends or
receives (mpi_wrapper.c). mpi2dim writes that rank (Get_GlobalOP_RootRank in mpi_trf_semantics.c). OP 13 was scan until prv2dim knew reduce_scatter_block (EventEncoding.h), and is so in mpi2dim.
"""
import collections
import re
from decimal import Decimal

from .program import BadFile, Collective, Compute, Program, Receive, Send, Wait, plain_kind

KINDS = ("barrier", "bcast", "gather", "gatherv", "scatter", "scatterv", "allgather", "allgatherv", "alltoall", "alltoallv",
         "reduce", "allreduce", "reduce_scatter", "reduce_scatter_block", "scan", "alltoallw")
ROOTED = {"bcast", "gather", "scatter", "reduce"}
HEADER = re.compile(r'#DIMEMAS:("[^"]*"|[^:]*):[01](,\s*\d+)?:(\d+)\(([^)]*)\),\d+')


def known_bytes(kind, sent, received, members):
    """The size of a collective that a member knows from the bytes that it sends and receives.

    Extrae counts the bytes of all members as received, in alltoall since it counts them at all (mpi_wrapper_coll_c.c), and nothing
    as sent in place.
    """
    if kind in ("allgather", "alltoall"):
        return sent or received // members
    if kind in ("gather", "alltoallv", "reduce_scatter"):
        return sent
    if kind == "scatter":
        return received
    return max(sent, received)


def acts_as_root(kind, sent, received):
    """Whether a member sends or receives what only the root does."""
    return sent > 0 if kind in ("bcast", "scatter") else received > 0


def read(text):
    """The program of the text of a file."""
    lines = text.splitlines()
    header = HEADER.match(lines[0]) if lines else None
    if header is None:
        raise BadFile("no header of Dimemas")
    reader = Reader(int(header[3]))
    for line in lines[1:]:
        reader.line(line.strip().split(":"))
    reader.find_roots()
    return Program(reader.ranks)


class Reader:
    """The state between the lines of a file."""

    def __init__(self, ranks):
        self.ranks = [[] for _ in range(ranks)]
        self.members = {}
        self.open = collections.defaultdict(collections.deque)  # (task, from, tag, communicator) -> requests
        self.requests = 0
        self.roots = collections.defaultdict(dict)  # (communicator, number) -> {task: the field ROOT}
        self.counts = collections.Counter()
        self.acting = collections.defaultdict(list)  # (communicator, number) -> the tasks that act as the root
        self.alike = collections.defaultdict(list)  # (communicator, number) -> whether OP is 13 and SENT is RECEIVED

    def line(self, fields):
        kind = fields[0]
        if kind == "d" and fields[1] == "1":
            self.members[int(fields[2])] = tuple(task for task in map(int, fields[4:]) if task >= 0)
        if kind not in ("1", "2", "3", "10"):
            return
        task, rest = int(fields[1]), fields[3:]
        if kind == "1":
            self.ranks[task].append(Compute(round(Decimal(rest[0]) * 10**9)))
        elif kind == "10":
            self.collective(task, *map(int, rest[:6]))
        else:
            self.message(kind, task, list(map(int, rest)))

    def message(self, kind, task, fields):
        partner, (size, tag, communicator, how) = fields[0], fields[-4:]
        if kind == "2":
            self.ranks[task].append(Send(partner, size, tag, communicator))
            return
        key = task, partner, tag, communicator
        if how == 0:
            self.ranks[task].append(Receive(partner, tag, communicator))
        elif how == 1:
            self.requests += 1
            self.open[key].append(self.requests)
            self.ranks[task].append(Receive(partner, tag, communicator, self.requests))
        elif self.open[key]:
            self.ranks[task].append(Wait((self.open[key].popleft(),)))

    def collective(self, task, number, communicator, root, _, sent, received):
        kind = plain_kind(KINDS[number])
        instance = communicator, self.counts[task, communicator]
        self.counts[task, communicator] += 1
        self.roots[instance][task] = root
        if kind in ROOTED and acts_as_root(kind, sent, received):
            self.acting[instance].append(task)
        self.alike[instance].append(number == 13 and sent == received > 0)
        members = self.members[communicator]
        operation = Collective(kind, communicator, members, instance, known_bytes(kind, sent, received, len(members)))
        self.ranks[task].append(operation)

    def find_roots(self):
        """The root is the only member that acts as it. Else ROOT is its task, at all members, or 1 at the root and 0 elsewhere."""
        for operations in self.ranks:
            for place, operation in enumerate(operations):
                if isinstance(operation, Collective):
                    kind = "scan" if len(operation.members) > 1 and all(self.alike[operation.root]) else operation.kind
                    root = self.root(operation.root, operation.members) if operation.kind in ROOTED else None
                    operations[place] = Collective(kind, operation.channel, operation.members, root, operation.size)

    def root(self, instance, members):
        fields, acting = self.roots[instance], self.acting[instance]
        if len(members) == 1 or len(acting) == 1:
            return (acting or members)[0]
        if len(set(fields.values())) == 1:
            return next(iter(fields.values()))
        return next(task for task, field in fields.items() if field == 1)
