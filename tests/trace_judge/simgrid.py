"""Reads time-independent traces of SimGrid: actions `RANK NAME ARGUMENTS`, with the meaning that the replay of SMPI gives them.

A count is in units of a datatype, which is named by a number. Without one it is the type of `init`: bytes, or doubles if `init` has
an argument. Names may have capitals (Ssend, sendRecv). Messages have a tag.

SMPI itself writes some collectives in other words than its replay reads: only the root has the counts of gatherv and scatterv, the
size of the type stands before the counts, and scan and exscan look like messages. Both forms are read, by the number of words.
"""
from fractions import Fraction

from .program import ANY, BadFile, Collective, Compute, Program, Receive, Send, Wait

# Bytes of the datatypes by their numbers, as SimGrid's smpi_datatype.cpp has them for 64-bit machines.
SIZES = {0: 8, 1: 4, 2: 1, 3: 2, 4: 8, 5: 4, 6: 1, 7: 8, 8: 1, 9: 1, 10: 2, 11: 4, 12: 8, 13: 8, 14: 16, 15: 4, 16: 1, 17: 1, 18: 2,
         19: 4, 20: 8, 21: 1, 22: 2, 23: 4, 24: 8, 25: 8, 26: 16, 27: 32, 28: 8, 29: 8, 30: 8, 31: 16, 32: 16, 33: 8, 34: 8, 35: 8,
         36: 16, 37: 16, 38: 4, 39: 4, 40: 8, 41: 16, 42: 8, 43: 16, 44: 16, 45: 4, 46: 2, 47: 4, 48: 8, 49: 16, 50: 32, 51: 0, 52: 0,
         53: 1, 54: 8, 55: 8}
ANY_SOURCE, ANY_TAG, NO_PROCESS = -555, -444, -666
SENDS = {"send", "ssend", "bsend", "rsend"}
ISENDS = {"isend", "issend", "ibsend", "irsend"}
NOTHING = {"finalize", "comm_size", "comm_split", "comm_dup", "test", "testall", "testany", "testsome", "location", "iprobe", "probe",
           "waitany", "waitsome", "migrate", "iteration_in", "iteration_out"}


def read(texts, speed):
    """The program of the texts of all files, for processors of so many flops a second."""
    actions = [words for text in texts for words in words_of(text)]
    ranks = 1 + max((int(words[0]) for words in actions), default=-1)
    types = {len(words) > 2 for words in actions if words[1].lower() == "init"}
    reader = Reader(ranks, 8 if True in types else 1, Fraction(speed))
    for words in actions:
        reader.action(int(words[0]), words[1].lower(), words[2:])
    return Program(reader.ranks)


def words_of(text):
    for line in text.splitlines():
        words = line.split("#")[0].split()
        if words:
            yield words


class Reader:
    """The state between actions."""

    def __init__(self, ranks, default, speed):
        self.ranks = [[] for _ in range(ranks)]
        self.default = default
        self.speed = speed
        self.open = [{} for _ in range(ranks)]  # (from, to, tag) -> request
        self.requests = 0

    def action(self, rank, name, words):
        if name in NOTHING or name == "init":
            return
        method = getattr(self, name, None)
        if name in SENDS | ISENDS:
            self.send_message(rank, name, words)
        elif name in ("recv", "irecv"):
            self.receive_message(rank, name, words)
        elif method is None:
            raise BadFile(f"unknown action {name}")
        else:
            method(rank, words)

    def bytes_of(self, count, words, place):
        """The bytes of a count, of the type that stands at a place of the arguments if it is there."""
        size = SIZES[int(words[place])] if place < len(words) else self.default
        return int(float(count)) * size

    def request(self, rank, key):
        self.requests += 1
        self.open[rank][key] = self.requests
        return self.requests

    def send_message(self, rank, name, words):
        to, tag, size = int(words[0]), int(words[1]), self.bytes_of(words[2], words, 3)
        if to == NO_PROCESS:
            return
        request = self.request(rank, (rank, to, tag)) if name in ISENDS else None
        self.ranks[rank].append(Send(to, size, tag, None, request))

    def receive_message(self, rank, name, words):
        source, tag = int(words[0]), int(words[1])
        if source == NO_PROCESS:
            return
        request = self.request(rank, (source, rank, tag)) if name == "irecv" else None
        self.ranks[rank].append(Receive(ANY if source == ANY_SOURCE else source, ANY if tag == ANY_TAG else tag, None, request))

    def wait(self, rank, words):
        request = self.open[rank].pop(tuple(map(int, words[:3])), None)
        if request is not None:
            self.ranks[rank].append(Wait((request,)))

    def waitall(self, rank, words):
        del words
        if self.open[rank]:
            self.ranks[rank].append(Wait(tuple(self.open[rank].values())))
        self.open[rank] = {}

    def sendrecv(self, rank, words):
        sent = self.bytes_of(words[0], words, 4)
        self.requests += 1
        self.ranks[rank] += [Receive(int(words[3]), 0, "sendrecv", self.requests), Send(int(words[1]), sent, 0, "sendrecv"),
                             Wait((self.requests,))]

    def flops(self, rank, word):
        nanoseconds = round(Fraction(word) * 10**9 / self.speed)
        if nanoseconds:
            self.ranks[rank].append(Compute(nanoseconds))

    def compute(self, rank, words):
        self.flops(rank, words[0])

    def sleep(self, rank, words):
        self.ranks[rank].append(Compute(round(Fraction(words[0]) * 10**9)))

    def collective(self, rank, kind, size, root=None, parts=None):
        self.ranks[rank].append(Collective(kind, 0, tuple(range(len(self.ranks))), root, size, parts))

    @staticmethod
    def root(words, place):
        return int(words[place]) if place < len(words) else 0

    def barrier(self, rank, words):
        del words
        self.collective(rank, "barrier", 0)

    def bcast(self, rank, words):
        self.collective(rank, "bcast", self.bytes_of(words[0], words, 2), self.root(words, 1))

    def reduce(self, rank, words):
        self.collective(rank, "reduce", self.bytes_of(words[0], words, 3), self.root(words, 2))
        self.flops(rank, words[1])

    def allreduce(self, rank, words):
        self.collective(rank, "allreduce", self.bytes_of(words[0], words, 2))
        self.flops(rank, words[1])

    def alltoall(self, rank, words):
        self.collective(rank, "alltoall", self.bytes_of(words[0], words, 2))

    def allgather(self, rank, words):
        self.collective(rank, "allgather", self.bytes_of(words[0], words, 2))

    def gather(self, rank, words):
        self.collective(rank, "gather", self.bytes_of(words[0], words, 3), self.root(words, 2))

    def scatter(self, rank, words):
        root = self.root(words, 2)
        received = self.bytes_of(words[1], words, 4)
        self.collective(rank, "scatter", max(received, self.bytes_of(words[0], words, 3)) if rank == root else received, root)

    def scan(self, rank, words):
        """`scan -1 0 COUNT TYPE`"""
        self.collective(rank, "scan", self.bytes_of(words[2], words, 3))

    def exscan(self, rank, words):
        self.scan(rank, words)

    def as_written(self, words):
        """Whether gatherv or scatterv is in the form that SMPI writes: at the root, or elsewhere."""
        members = len(self.ranks)
        return members > 1 and len(words) in (5, members + 5)

    def gatherv(self, rank, words):
        members = len(self.ranks)
        if self.as_written(words):
            self.collective(rank, "gather", self.bytes_of(words[0], words[-3:], 1), int(words[-3]))
            return
        self.collective(rank, "gather", self.bytes_of(words[0], words, members + 2), self.root(words, members + 1))

    def allgatherv(self, rank, words):
        """SENT, the counts of all members, and then a type, displacements, or a type with displacements.

        SMPI writes the bytes of the type before the counts, and two types behind them. 2 or 3 members cannot be told apart.
        """
        members = len(self.ranks)
        more = len(words) - members - 1
        if more == 3 and members not in (2, 3):
            self.collective(rank, "allgather", self.bytes_of(words[0], words, len(words) - 2))
            return
        typed = words[:members + 2] if more > members or more in (1, 2) else []
        self.collective(rank, "allgather", self.bytes_of(words[0], typed, members + 1))

    def scatterv(self, rank, words):
        members = len(self.ranks)
        if self.as_written(words):
            self.collective(rank, "scatter", self.bytes_of(words[-4], words[-3:], 2), int(words[-3]))
            return
        self.collective(rank, "scatter", self.bytes_of(words[members], words, members + 3), self.root(words, members + 1))

    def alltoallv(self, rank, words):
        members = len(self.ranks)
        place = 2 * members + 2 if len(words) > 2 * members + 3 else len(words)
        parts = tuple(self.bytes_of(count, words, place) for count in words[1:members + 1])
        self.collective(rank, "alltoallv", sum(parts), None, parts)

    def reducescatter(self, rank, words):
        members = len(self.ranks)
        if len(words) == members + 3:  # as SMPI of 2021 writes it: two numbers, the counts, and the type
            words = words[2:-1] + ["0", words[-1]]
        parts = tuple(self.bytes_of(count, words, members + 1) for count in words[:members])
        self.collective(rank, "reduce_scatter", sum(parts), None, parts)
        self.flops(rank, words[members])
