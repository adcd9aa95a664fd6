"""What a program does: its messages, its collectives, and its time on a network of no cost.

The time follows these rules. A message arrives in the moment in which it is sent, and a send ends at once, whatever its size. A
receive ends when it has been posted and its message has been sent. Messages match as in MPI: in the order of sends and of receives
of the same source, destination, tag and communicator. Receives from any source take the message that came first, and the one of
the lowest rank of those that came at the same time. A collective ends
 - barrier, allreduce, allgather, alltoall, alltoallv, reduce_scatter: at every member when all members have begun;
 - bcast, scatter: at the root at once, at another member when the root and that member have begun;
 - reduce, gather: at the root when all members have begun, at another member at once;
 - scan: at a member when it and all members before it have begun.
"""
import collections
import dataclasses
import heapq

from .program import ANY, BadFile, Collective, Compute, Receive, Send, Wait

DOWN = {"bcast", "scatter"}
UP = {"reduce", "gather"}
# What every algorithm must do in the same time, because each member needs something of each other.
ALIKE = {"barrier", "allreduce", "allgather", "alltoall"}


@dataclasses.dataclass
class Answer:
    """What is compared: see `answer`."""

    ranks: int
    messages: dict
    collectives: list
    computation: list
    critical_path: int


def answer(program):
    """All that the judge says of a program."""
    return Answer(len(program.ranks), messages(program), agreed_collectives(program), computation(program), critical_path(program))


def messages(program):
    """(from, to) -> the bytes of the messages in the order of their sends."""
    found = collections.defaultdict(list)
    for rank, operations in enumerate(program.ranks):
        for operation in operations:
            if isinstance(operation, Send):
                found[rank, operation.to].append(operation.size)
    return dict(found)


def computation(program):
    """The nanoseconds of computation of each rank."""
    return [sum(operation.nanoseconds for operation in operations if isinstance(operation, Compute)) for operations in program.ranks]


@dataclasses.dataclass(frozen=True)
class Agreed:
    """A collective at one of its members, after all members have been asked for sizes."""

    kind: str
    members: tuple
    root: object
    size: int
    parts: object = None

    def same(self, other):
        """Whether two are the same, where parts are compared if both have them."""
        parts = self.parts == other.parts or self.parts is None or other.parts is None
        return (self.kind, self.members, self.root, self.size) == (other.kind, other.members, other.root, other.size) and parts


def instances(program):
    """(communicator, number) -> {rank: its collective}: the k-th of a communicator at each member is one collective."""
    found = collections.defaultdict(dict)
    for rank, operations in enumerate(program.ranks):
        counts = collections.Counter()
        for operation in operations:
            if isinstance(operation, Collective):
                key = operation.channel, operation.members
                found[key, counts[key]][rank] = operation
                counts[key] += 1
    for (key, _), parts in found.items():
        check_instance(key[1], parts)
    return found


def check_instance(members, parts):
    if set(parts) != set(members):
        raise BadFile(f"a collective of {sorted(members)} is called by {sorted(parts)}")
    if len({(part.kind, part.root) for part in parts.values()}) > 1:
        raise BadFile(f"members call different collectives: {sorted({part.kind for part in parts.values()})}")


def agreed_collectives(program):
    """For each rank its collectives in order, without those of one member."""
    found = instances(program)
    lists = []
    for rank, operations in enumerate(program.ranks):
        counts = collections.Counter()
        own = []
        for operation in operations:
            if isinstance(operation, Collective):
                key = operation.channel, operation.members
                if len(operation.members) > 1:
                    own.append(agree(operation, found[key, counts[key]]))
                counts[key] += 1
        lists.append(own)
    return lists


def agree(operation, parts):
    """One size for all members: the greatest, but that of the member itself for alltoallv."""
    size = operation.size if operation.kind == "alltoallv" else max(part.size for part in parts.values())
    return Agreed(operation.kind, operation.members, operation.root, size, operation.parts)


def free_of_choice(program):
    """Whether no algorithm of a collective could change the time of the program."""
    found = [part for operations in agreed_collectives(program) for part in operations]
    return all(part.kind in ALIKE and (part.size > 0 or part.kind == "barrier") for part in found)


@dataclasses.dataclass
class Node:
    """An operation of the graph, with what waits for its start and for its end."""

    rank: int
    place: int
    operation: object
    missing: int = 0
    after_start: list = dataclasses.field(default_factory=list)
    after_end: list = dataclasses.field(default_factory=list)
    ended: bool = False


def graph(program):
    """The nodes of all ranks, with the dependencies between the operations of each rank."""
    if program.orders is None:
        return [sequence(rank, operations) for rank, operations in enumerate(program.ranks)]
    return [ordered(rank, operations, program.orders[rank]) for rank, operations in enumerate(program.ranks)]


def depend(node, other, how):
    (other.after_end if how == "requires" else other.after_start).append(node)
    node.missing += 1


def sequence(rank, operations):
    """A program: an operation with a request lets the next one start when it has started, others when they have ended."""
    nodes, before, opened = [], None, {}
    for place, operation in enumerate(operations):
        node = Node(rank, place, operation)
        if before is not None:
            depend(node, *before)
        if isinstance(operation, Wait):
            for request in operation.requests:
                if request in opened:
                    depend(node, opened.pop(request), "requires")
        request = getattr(operation, "request", None)
        if request is not None:
            opened[request] = node
        before = node, "requires" if request is None else "irequires"
        nodes.append(node)
    return nodes


def ordered(rank, operations, orders):
    """A graph: only what `orders` says."""
    nodes = [Node(rank, place, operation) for place, operation in enumerate(operations)]
    for place, other, how in orders:
        depend(nodes[place], nodes[other], how)
    return nodes


class Network:
    """The network of no cost: messages, their matching, and collectives."""

    def __init__(self, program, nodes):
        instances(program)  # complains of collectives that do not fit together
        self.begun = collections.defaultdict(set)
        self.members_of = {}  # (communicator, number) -> {rank: node}
        self.boxes = mailboxes(program)
        self.partner = {}  # id of a node of a send or receive -> the node that it matches
        self.arrived = set()
        self.posted = set()
        self.waiting = collections.defaultdict(list)  # mailbox -> nodes of receives that are posted
        self.unreceived = collections.defaultdict(list)  # mailbox -> nodes of sends that have been sent
        self.number(nodes)
        self.match(nodes)

    def number(self, nodes):
        """Gives each collective its number, in the order of the program."""
        self.number_of = {}
        for of_rank in nodes:
            counts = collections.Counter()
            for node in of_rank:
                if isinstance(node.operation, Collective):
                    key = node.operation.channel, node.operation.members
                    self.number_of[id(node)] = key, counts[key]
                    self.members_of.setdefault((key, counts[key]), {})[node.rank] = node
                    counts[key] += 1

    def match(self, nodes):
        """Matches what is in no mailbox: the k-th send with the k-th receive of the same key."""
        sends, receives = collections.defaultdict(list), collections.defaultdict(list)
        for of_rank in nodes:
            for node in of_rank:
                operation = node.operation
                if isinstance(operation, Send) and self.box_of_send(node) is None:
                    sends[node.rank, operation.to, operation.tag, operation.channel].append(node)
                elif isinstance(operation, Receive) and self.box_of_receive(node) is None:
                    receives[operation.source, node.rank, operation.tag, operation.channel].append(node)
        for key in sends.keys() | receives.keys():
            if len(sends[key]) != len(receives[key]):
                raise BadFile(f"{len(sends[key])} sends and {len(receives[key])} receives of {key}")
            for send, receive in zip(sends[key], receives[key]):
                self.partner[id(send)], self.partner[id(receive)] = receive, send

    def box_of_send(self, node):
        return box(self.boxes, node.operation.to, node.operation.channel, node.operation.tag)

    def box_of_receive(self, node):
        return box(self.boxes, node.rank, node.operation.channel, node.operation.tag)

    def sent(self, node):
        """A message arrives; yields the receive that ends."""
        place = self.box_of_send(node)
        if place is None:
            receive = self.partner[id(node)]
            self.arrived.add(id(node))
            if id(receive) in self.posted:
                yield receive
            return
        for receive in self.waiting[place]:
            if fits(receive, node):
                self.waiting[place].remove(receive)
                yield receive
                return
        self.unreceived[place].append(node)

    def post(self, node):
        """A receive is posted; yields it if its message is there."""
        place = self.box_of_receive(node)
        if place is None:
            self.posted.add(id(node))
            if id(self.partner[id(node)]) in self.arrived:
                yield node
            return
        for send in self.unreceived[place]:
            if fits(node, send):
                self.unreceived[place].remove(send)
                yield node
                return
        self.waiting[place].append(node)

    def join(self, node):
        """A member begins a collective; yields the members that end."""
        key = self.number_of[id(node)]
        self.begun[key].add(node.rank)
        for member, other in self.members_of[key].items():
            if member in self.begun[key] and not other.ended and self.needed(other) <= self.begun[key]:
                yield other

    @staticmethod
    def needed(node):
        """The members that must have begun before the collective ends at one member."""
        operation = node.operation
        if operation.kind in DOWN:
            return {operation.root, node.rank}
        if operation.kind in UP:
            return set(operation.members) if node.rank == operation.root else {node.rank}
        if operation.kind == "scan":
            return set(operation.members[:operation.members.index(node.rank) + 1])
        return set(operation.members)


def mailboxes(program):
    """(rank, communicator) -> the tags that receives with ANY look at: a set, or ANY for all tags."""
    found = {}
    for rank, operations in enumerate(program.ranks):
        for operation in operations:
            if isinstance(operation, Receive) and (operation.source is ANY or operation.tag is ANY):
                key = rank, operation.channel
                if operation.tag is ANY or found.get(key, set()) is ANY:
                    found[key] = ANY
                else:
                    found.setdefault(key, set()).add(operation.tag)
    return found


def box(boxes, rank, channel, tag):
    """The mailbox of a message or receive, or None if it is in none."""
    key = rank, channel
    if key not in boxes:
        return None
    if boxes[key] is ANY:
        return key
    return (key, tag) if tag in boxes[key] else None


def fits(receive, send):
    wanted, sent = receive.operation, send.operation
    return wanted.source in (ANY, send.rank) and wanted.tag in (ANY, sent.tag)


def critical_path(program):
    """The time at which the last operation ends, in nanoseconds."""
    nodes = graph(program)
    network = Network(program, nodes)
    events = [(0, node.rank, node.place, "start") for of_rank in nodes for node in of_rank if node.missing == 0]
    heapq.heapify(events)
    last, left = 0, sum(map(len, nodes))

    def release(waiting, time):
        for node in waiting:
            node.missing -= 1
            if node.missing == 0:
                heapq.heappush(events, (time, node.rank, node.place, "start"))

    def end(node, time):
        if not node.ended:
            node.ended = True
            heapq.heappush(events, (time, node.rank, node.place, "end"))

    while events:
        time, rank, place, what = heapq.heappop(events)
        node = nodes[rank][place]
        if what == "end":
            last, left = max(last, time), left - 1
            release(node.after_end, time)
            continue
        operation = node.operation
        release(node.after_start, time)
        if isinstance(operation, Compute):
            end(node, time + operation.nanoseconds)
        elif isinstance(operation, Wait):
            end(node, time)
        else:
            ended = []
            if isinstance(operation, Send):
                ended = [node, *network.sent(node)]
            elif isinstance(operation, Receive):
                ended = list(network.post(node))
            elif isinstance(operation, Collective):
                ended = list(network.join(node))
            for other in ended:
                end(other, time)
    if left:
        raise BadFile(f"{left} operations wait for each other")
    return last


def differences(right, other):
    """What differs between the judge's answer and another one, in words; nothing if they agree."""
    found = []
    if right.ranks != other.ranks:
        return [f"ranks: {other.ranks}, right is {right.ranks}"]
    for pair in sorted(right.messages.keys() | other.messages.keys()):
        mine, theirs = right.messages.get(pair, []), other.messages.get(pair, [])
        if mine != theirs:
            found.append(f"messages from {pair[0]} to {pair[1]}: {theirs} bytes, right is {mine}")
    for rank, (mine, theirs) in enumerate(zip(right.collectives, other.collectives)):
        place = next((place for place, pair in enumerate(zip(mine, theirs)) if not pair[0].same(pair[1])), min(len(mine), len(theirs)))
        if place < max(len(mine), len(theirs)):
            found.append(f"collective {place} of rank {rank}: {say(theirs, place)}, right is {say(mine, place)}")
    for rank, (mine, theirs) in enumerate(zip(right.computation, other.computation)):
        if mine != theirs:
            found.append(f"computation of rank {rank}: {theirs} ns, right is {mine} ns")
    if not found and right.critical_path != other.critical_path:
        found.append(f"critical path: {other.critical_path} ns, right is {right.critical_path} ns")
    return found


def say(collectives, place):
    """A collective in words."""
    if place >= len(collectives):
        return "none"
    part = collectives[place]
    root = "" if part.root is None else f" root {part.root}"
    parts = "" if part.parts is None else f" in parts {list(part.parts)}"
    return f"{part.kind} {part.size}b{root} of {list(part.members)}{parts}"
