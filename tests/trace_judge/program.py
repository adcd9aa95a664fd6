"""The structure that every reader makes of a file: for each rank of a program a list of operations.

Times are nanoseconds, sizes are bytes, ranks count from 0 and are those of the whole program.
"""
import dataclasses

ANY = None  # the source of a receive from any rank, and the tag of a receive of any tag


@dataclasses.dataclass(frozen=True)
class Compute:
    """Computation of so many nanoseconds."""

    nanoseconds: int


@dataclasses.dataclass(frozen=True)
class Send:
    """A send. With a request the program goes on at once; without one it goes on when the send has ended."""

    to: int
    size: int
    tag: int
    channel: object = None  # only sends and receives of one channel match: the communicator
    request: object = None


@dataclasses.dataclass(frozen=True)
class Receive:
    """A receive. The room for its message is not kept: the size is that of the message."""

    source: object
    tag: object
    channel: object = None
    request: object = None


@dataclasses.dataclass(frozen=True)
class Wait:
    """Ends when the operations of all its requests have ended. A request that is not open is passed over."""

    requests: tuple


@dataclasses.dataclass(frozen=True)
class Collective:
    """What one member does in a collective.

    kind: barrier, bcast, reduce, gather, scatter, allreduce, allgather, alltoall, scan, alltoallv or reduce_scatter.
    size: the bytes that this member knows of: the vector (bcast, reduce, allreduce, scan), the part of one member (gather,
    scatter, allgather, alltoall), or the sum of all parts (alltoallv, reduce_scatter).
    parts: for alltoallv the bytes to each member, for reduce_scatter the part of each member; None if the file has only the sum.
    """

    kind: str
    channel: object
    members: tuple
    root: object = None  # a rank of the program
    size: int = 0
    parts: object = None


@dataclasses.dataclass
class Program:
    """The operations of all ranks. They follow each other, unless `orders` says what waits for what.

    orders: None, or for each rank a list of (operation, other, how), two places in the list of the rank. With "requires" the
    operation starts after the end of the other, with "irequires" after its start.
    """

    ranks: list
    orders: object = None


class BadFile(Exception):
    """A file that does not follow its format."""


def plain_kind(kind):
    """The kind without the variants that differ in how sizes are given."""
    same = {"gatherv": "gather", "scatterv": "scatter", "allgatherv": "allgather", "alltoallw": "alltoallv", "exscan": "scan",
            "reduce_scatter_block": "reduce_scatter"}
    return same.get(kind, kind)
