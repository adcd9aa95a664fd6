"""A program of MPI as steps in one global order, and what writers need to draw how a step looks."""
import dataclasses
import random


@dataclasses.dataclass(eq=False)
class Message:
    """A message. `room` is the size that its receive states, in bytes."""

    number: int
    source: int
    target: int
    size: int
    tag: int
    communicator: int
    room: int
    immediate_send: bool = False
    immediate_receive: bool = False
    any_source: bool = False
    alone: bool = False  # its tag is that of no other message
    group: object = None  # messages of one group have one tag that no others have


@dataclasses.dataclass
class Step:
    """A step: compute, send, post (a receive that does not block), receive, wait, collective, shift, funnel or noise."""

    kind: str
    salt: int
    rank: object
    nanoseconds: int = 0
    messages: list = dataclasses.field(default_factory=list)
    sides: list = dataclasses.field(default_factory=list)  # of a wait: whether it is for the send or the receive of each message
    communicator: int = 0
    collective: str = ""
    size: int = 0
    root: int = 0

    def rng(self, *more):
        """The numbers from which this step draws how it looks."""
        return random.Random(f"{self.salt} {more}")

    def part(self, *members):
        """The bytes that go between members in a collective with sizes of their own: multiples of 16."""
        return 16 * self.rng("part", *members).choice((0, 1, 2, 5, 100, 1 + self.size // 16))


@dataclasses.dataclass
class Plan:
    """A whole program. Communicator 0 is that of all ranks."""

    ranks: int
    communicators: list
    steps: list
    salt: int

    def rng(self):
        return random.Random(self.salt)

    def members(self, step):
        return self.communicators[step.communicator]


@dataclasses.dataclass
class Features:
    """What the programs of a format may do."""

    collectives: tuple
    communicators: str = ""  # "": none but the world, "collective": for collectives, "all": for messages too
    shifts: bool = True
    any_source: bool = False
    room: bool = True
    tags_name_requests: bool = False
    smallest: int = 0


PLAIN = ("barrier", "bcast", "reduce", "gather", "scatter", "allreduce", "allgather", "alltoall", "scan")
VARIANTS = ("gatherv", "scatterv", "allgatherv", "alltoallv", "reduce_scatter")
ROOTED = ("bcast", "reduce", "gather", "scatter", "gatherv", "scatterv")


def root_is_told(step, count, root):
    """Whether the bytes of the members of a collective with a root tell which it is."""
    sent, received = bytes_of_member(step, root, count, root)
    return (sent if step.collective in ("bcast", "scatter", "scatterv") else received) > 0


def rank_at_root(step):
    """Whether Extrae compares the rank of the root in the communicator of this collective with the number of a task."""
    return step.collective in ("gather", "gatherv", "scatter", "scatterv")


def bytes_of_member(step, place, count, root):
    """The bytes that a member sends and receives in a collective, as Extrae counts them."""
    kind, size = step.collective, step.size
    at_root = place == root
    if kind == "bcast":
        return (size, 0) if at_root else (0, size)
    if kind == "reduce":
        return (0, size) if at_root else (size, 0)
    if kind in ("allreduce", "scan"):
        return size, size
    if kind == "gather":
        return size, size * count * at_root
    if kind == "scatter":
        return size * count * at_root, size
    if kind == "allgather":
        return step.rng("in place").choice((size, size, size, 0)), size * count
    if kind == "alltoall":
        return step.rng("exchange").choice(((size, 0), (size, size), (size, size * count), (0, size * count)))
    if kind == "gatherv":
        return step.part(place), sum(map(step.part, range(count))) * at_root
    if kind == "scatterv":
        return sum(map(step.part, range(count))) * at_root, step.part(place)
    if kind == "allgatherv":
        return step.part(place), sum(map(step.part, range(count)))
    if kind in ("alltoallv", "alltoallw"):
        return sum(step.part(place, i) for i in range(count)), sum(step.part(i, place) for i in range(count))
    if kind == "reduce_scatter":
        return sum(map(step.part, range(count))), step.part(place)
    if kind == "reduce_scatter_block":
        return size * count, size
    return 0, 0
