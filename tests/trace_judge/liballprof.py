"""Reads traces of liballprof (LogGOPSim): a file a rank, a line a call of MPI.

`NAME:START:ARGUMENTS:END`, in the order of the arguments in C, times in microseconds. Within them a datatype is `NUMBER,SIZE,EXTENT`,
a communicator `HANDLE,RANK,SIZE`, an array of counts or displacements `ADDRESS:N0,N1,..`, and all else that is passed by address is
that address. So a request is the address of its variable, and the requests of an array are those at the addresses that follow each
other. MPI_Init has `-` for its start, MPI_Finalize for its end. Computation is the time between two calls.
"""
from fractions import Fraction

from .program import ANY, BadFile, Collective, Compute, Program, Receive, Send, Wait, plain_kind

ANY_TAG = -1
# MPI_ANY_SOURCE and MPI_PROC_NULL, of the mpi.h of Open MPI and of MPICH
OPEN_MPI, MPICH = (-1, -2), (-2, -1)
SENDS = {"MPI_Send", "MPI_Ssend", "MPI_Bsend", "MPI_Rsend"}
ISENDS = {"MPI_Isend", "MPI_Issend", "MPI_Ibsend", "MPI_Irsend"}
# Where the arguments stand that matter, counted from the one after the start: the counts of a v form are two fields.
ROOTLESS = {"MPI_Allreduce": (2, 3, 5), "MPI_Scan": (2, 3, 5), "MPI_Exscan": (2, 3, 5), "MPI_Allgather": (1, 2, 6),
            "MPI_Alltoall": (1, 2, 6), "MPI_Allgatherv": (1, 2, 9)}  # count, type, communicator
ROOTED = {"MPI_Bcast": (1, 2, 3, 4), "MPI_Reduce": (2, 3, 5, 6), "MPI_Gather": (1, 2, 6, 7), "MPI_Scatter": (4, 5, 6, 7),
          "MPI_Gatherv": (1, 2, 9, 10), "MPI_Scatterv": (7, 8, 9, 10)}  # count, type, root, communicator


def read(texts):
    """The program of the texts of the files of all ranks, in their order."""
    lists = [[line.strip().split(":") for line in text.splitlines() if line.startswith("MPI_")] for text in texts]
    communicators = Communicators(lists)
    step = size_of_request(lists)
    return Program([Reader(rank, communicators, step).program(lines) for rank, lines in enumerate(lists)])


def size_of_request(lists):
    """The bytes of a request: 8, or 4 where a request lies at an address that is no multiple of 8."""
    addresses = [int(fields[8]) for lines in lists for fields in lines if fields[0] in ISENDS | {"MPI_Irecv"}]
    return 4 if any(address % 8 for address in addresses) else 8


class Communicators:
    """The members of each communicator: the ranks of the program by their ranks in it, which their calls state.

    A communicator of as many members as there are files, in which each rank that calls has its own number, is that of all ranks.
    """

    def __init__(self, lists):
        self.found = {}
        self.ranks = len(lists)
        for rank, lines in enumerate(lists):
            for fields in lines:
                for field in communicator_fields(fields):
                    handle, own, size = map(int, field.split(","))
                    self.found.setdefault(handle, [None] * size)[own] = rank

    def members(self, field):
        handle, _, size = map(int, field.split(","))
        members = self.found[handle]
        if size == self.ranks and all(member in (None, place) for place, member in enumerate(members)):
            members = range(size)
        if len(members) != size or None in members:
            raise BadFile(f"the members of communicator {handle} are not known")
        return handle, tuple(members)


def communicator_fields(fields):
    """The arguments of a call that are communicators and that this reader needs."""
    name, rest = fields[0], fields[2:-1]
    if name in SENDS | ISENDS | {"MPI_Recv", "MPI_Irecv"}:
        return [rest[5]]
    if name == "MPI_Barrier":
        return [rest[0]]
    place = {"MPI_Sendrecv": 10, "MPI_Sendrecv_replace": 7, "MPI_Alltoallv": 12, "MPI_Reduce_scatter": 6,
             "MPI_Reduce_scatter_block": 5}.get(name)
    place = ROOTLESS.get(name, ROOTED.get(name, (place,)))[-1]
    return [] if place is None else [rest[place]]


def no_ranks(handle):
    """The numbers of the library that a handle is of: handles of communicators of MPICH are ints with the bits 0x04000000."""
    number = handle % 2**64
    return MPICH if number >> 32 in (0, 2**32 - 1) and number >> 30 & 3 and number >> 26 & 15 == 1 else OPEN_MPI


def extent(field):
    """The bytes of a datatype."""
    return int(field.split(",")[1])


class Reader:
    """The program of one rank."""

    def __init__(self, rank, communicators, step):
        self.rank = rank
        self.communicators = communicators
        self.step = step
        self.operations = []
        self.open = {}  # address -> request
        self.requests = 0

    def program(self, lines):
        ended = None
        for fields in lines:
            if ended is not None and fields[1] != "-" and Fraction(fields[1]) > ended:
                self.operations.append(Compute(round((Fraction(fields[1]) - ended) * 1000)))
            self.call(fields[0], fields[2:-1])
            if fields[-1] != "-":
                ended = Fraction(fields[-1])
        return self.operations

    def call(self, name, rest):
        if name in SENDS | ISENDS:
            self.send(rest, name in ISENDS)
        elif name in ("MPI_Recv", "MPI_Irecv"):
            self.receive(rest, name == "MPI_Irecv")
        elif name == "MPI_Sendrecv":
            self.exchange(rest[1], rest[2], rest[3:5], rest[8:10], rest[10])
        elif name == "MPI_Sendrecv_replace":
            self.exchange(rest[1], rest[2], rest[3:5], rest[5:7], rest[7])
        elif name == "MPI_Wait":
            self.wait([int(rest[0])])
        elif name == "MPI_Waitall" or (name in ("MPI_Waitany", "MPI_Waitsome") and rest[0] == "1"):
            self.wait([int(rest[1]) + place * self.step for place in range(int(rest[0]))])
        else:
            self.collective(name, rest)

    def request(self, address):
        self.requests += 1
        self.open[int(address)] = self.requests
        return self.requests

    def send(self, rest, immediate):
        handle, members = self.communicators.members(rest[5])
        if int(rest[3]) == no_ranks(handle)[1]:
            return
        request = self.request(rest[6]) if immediate else None
        self.operations.append(Send(members[int(rest[3])], int(rest[1]) * extent(rest[2]), int(rest[4]), handle, request))

    def receive(self, rest, immediate):
        handle, members = self.communicators.members(rest[5])
        if int(rest[3]) == no_ranks(handle)[1]:
            return
        request = self.request(rest[6]) if immediate else None
        self.operations.append(self.received(int(rest[3]), int(rest[4]), handle, members, request))

    @staticmethod
    def received(source, tag, handle, members, request):
        return Receive(ANY if source == no_ranks(handle)[0] else members[source], ANY if tag == ANY_TAG else tag, handle, request)

    def exchange(self, count, datatype, to, source, communicator):
        """MPI_Sendrecv: the receive is posted before the send, and both end before the next call."""
        handle, members = self.communicators.members(communicator)
        self.requests += 1
        request = self.requests
        if int(source[0]) != no_ranks(handle)[1]:
            self.operations.append(self.received(int(source[0]), int(source[1]), handle, members, request))
        if int(to[0]) != no_ranks(handle)[1]:
            self.operations.append(Send(members[int(to[0])], int(count) * extent(datatype), int(to[1]), handle))
        self.operations.append(Wait((request,)))

    def wait(self, addresses):
        requests = tuple(self.open.pop(address) for address in addresses if address in self.open)
        if requests:
            self.operations.append(Wait(requests))

    def collective(self, name, rest):
        kind = plain_kind(name[4:].lower())
        if name == "MPI_Barrier":
            self.add(kind, rest[0])
        elif name in ROOTLESS:
            count, datatype, communicator = ROOTLESS[name]
            self.add(kind, rest[communicator], int(rest[count]) * extent(rest[datatype]))
        elif name in ROOTED:
            count, datatype, root, communicator = ROOTED[name]
            self.add(kind, rest[communicator], int(rest[count]) * extent(rest[datatype]), int(rest[root]))
        elif name == "MPI_Alltoallv":
            self.add_parts(kind, rest[12], rest[2], extent(rest[5]))
        elif name == "MPI_Reduce_scatter":
            self.add_parts(kind, rest[6], rest[3], extent(rest[4]))
        elif name == "MPI_Reduce_scatter_block":
            members = int(rest[5].split(",")[2])
            self.add_parts(kind, rest[5], ",".join([rest[2]] * members), extent(rest[3]))

    def add(self, kind, communicator, size=0, root=None):
        handle, members = self.communicators.members(communicator)
        self.operations.append(Collective(kind, handle, members, None if root is None else members[root], size))

    def add_parts(self, kind, communicator, counts, size):
        handle, members = self.communicators.members(communicator)
        parts = tuple(int(count) * size for count in counts.split(","))
        self.operations.append(Collective(kind, handle, members, None, sum(parts), parts))
