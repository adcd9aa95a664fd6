"""Writes plans as traces of liballprof: a file a rank, as its wrappers of MPI print the arguments of C."""
from .plan import PLAIN, VARIANTS, Features

FEATURES = Features(PLAIN + VARIANTS + ("reduce_scatter_block", "exscan"), "all", any_source=True)
TYPES = ((1, 4), (2, 4), (4, 8), (9, 4), (11, 8), (13, 1), (15, 16), (21, 1), (6204400, 80), (1275069445, 4))  # number, size
WORLD = {"open_mpi": 5641280, "mpich": 0x44000000, "fortran": 0}  # handles of MPI_COMM_WORLD
MADE = {"open_mpi": 14118576, "mpich": 2**64 - 2**31 + 0x04000000, "fortran": 3}  # of the first communicator that is made


class Style:
    """How a whole trace looks."""

    def __init__(self, plan):
        rng = plan.rng()
        self.digits = rng.choice((0, 0, 2, 6))
        self.name = rng.choice(("rank-{}.txt", "pmpi-trace-rank-{}.txt", "trace.{}"))
        self.greeting = rng.choice((True, False))
        self.library = rng.choice(("open_mpi", "open_mpi", "mpich", "fortran"))  # Fortran: with Open MPI
        self.step = 8 if self.library == "open_mpi" else 4  # bytes of a request
        self.any_source, self.nobody = (-2, -1) if self.library == "mpich" else (-1, -2)
        self.null_requests = rng.choice((True, False))
        self.no_process = rng.choice((True, False))
        self.splits = rng.choice((True, False))  # the calls that made the communicators


class Rank:
    """A rank with a clock in units of 10 ns, its lines, and the memory for its requests."""

    def __init__(self, number, plan, style, rng):
        self.number = number
        self.plan = plan
        self.style = style
        self.rng = rng
        self.now = rng.choice((0, 10**5 * rng.randint(1, 10**9), 123766605302169200))
        self.lines = []
        self.free = 140737488340112 + 4096 * number
        self.addresses = {}  # (message, side) -> address of its request

    def time(self, value):
        whole, rest = divmod(value, 100)
        return f"{whole}.{rest:02}{'0' * (self.style.digits - 2)}" if self.style.digits else str(whole)

    def call(self, name, *fields):
        unit = 1 if self.style.digits else 100
        begin = self.now
        self.now += unit * self.rng.choice((0, 1, 5, 300))
        self.lines.append(":".join([name, self.time(begin), *map(str, fields), self.time(self.now)]))

    def address(self, places=1):
        """Memory for so many requests."""
        step = self.style.step
        found = self.free
        self.free += step * places
        if step == 4 and found % 8 == 0 and places == 1:
            found += 4
            self.free += 4
        return found

    def communicator(self, number):
        members = self.plan.communicators[number]
        library = self.style.library
        handle = MADE[library] + number - 1 if number else WORLD[library]
        return f"{handle},{members.index(self.number)},{len(members)}"

    def pointer(self):
        return self.rng.choice((0, 14744192, 140735182514476))


def write(plan):
    """The files of a plan, and no options."""
    style = Style(plan)
    rng = plan.rng()
    ranks = [Rank(number, plan, style, rng) for number in range(plan.ranks)]
    name_requests(plan, style, ranks)
    for rank in ranks:
        begin(rank, style)
    for step in plan.steps:
        add(plan, style, ranks, step)
    for rank in ranks:
        rank.lines.append("# Finalize clockdiff: 0.000012")
        rank.lines.append(f"MPI_Finalize:{rank.time(rank.now)}:-")
    return [(style.name.format(rank.number), "\n".join(rank.lines) + "\n") for rank in ranks], []


def begin(rank, style):
    if style.greeting:
        rank.lines += ["# htor's PMPI Tracer 0.9 Output File", "# time: Fri Nov 27 10:00:00 2026", "# hostname: n0.(none)",
                       "# uname: Linux n0 6.1.0 #1 SMP x86_64", "# clockdiff: 0.000000 s (relative to rank 0)", ""]
    rank.lines.append(f"MPI_Init:-:{rank.pointer()}:{rank.pointer()}:{rank.time(rank.now)}")
    for number, members in enumerate(rank.plan.communicators[1:], 1):
        if rank.number in members:
            if style.splits:
                rank.call("MPI_Comm_split", rank.communicator(0), number, members.index(rank.number), rank.pointer())
            rank.call("MPI_Barrier", rank.communicator(number))  # all members call once, so that all are known


def name_requests(plan, style, ranks):
    """Gives each request its address: those that one MPI_Waitall names lie beside each other."""
    for step in plan.steps:
        if step.kind == "wait" and together(step):
            rank = ranks[step.rank]
            places = len(step.messages) + style.null_requests
            first = rank.address(places + (style.step == 4))
            for place, pair in enumerate(zip(step.messages, step.sides)):
                rank.addresses[pair[0].number, pair[1]] = first + place * style.step
            rank.addresses[step.salt] = first
    for step in plan.steps:
        for message in step.messages:
            for rank, side, immediate in ((message.source, "send", message.immediate_send),
                                          (message.target, "receive", message.immediate_receive)):
                if immediate and (message.number, side) not in ranks[rank].addresses:
                    ranks[rank].addresses[message.number, side] = ranks[rank].address()


def together(step):
    return step.rng("wait").random() < 0.6


def add(plan, style, ranks, step):
    rng = step.rng("how")
    if step.kind == "compute":
        ranks[step.rank].now += step.nanoseconds // 1000 * 100
    elif step.kind == "noise":
        noise(ranks[step.rank], style, rng)
    elif step.kind == "collective":
        for place, rank in enumerate(plan.members(step)):
            collective(plan, ranks[rank], step, place)
    elif step.kind == "shift":
        for message in step.messages:
            exchange(ranks[message.source], step, message)
    elif step.kind == "funnel":
        for message in step.messages:
            send(ranks[message.source], message, step.rng(message.number))
        for message in step.messages:
            receive(ranks[message.target], message, step.rng("receive", message.number))
    elif step.kind == "send":
        send(ranks[step.rank], step.messages[0], rng)
    elif step.kind in ("post", "receive"):
        receive(ranks[step.rank], step.messages[0], rng)
    elif step.kind == "wait":
        wait(ranks[step.rank], style, step, rng)


def noise(rank, style, rng):
    world = rank.communicator(0)
    calls = [("MPI_Comm_rank", world, 140737488340112), ("MPI_Comm_size", world, 140737488340112), ("MPI_Wtime",),
             ("MPI_Iprobe", style.any_source, -1, world, 140737488340112, 140737488340128), ("MPI_Get_count", 140737488340128, "13,1,1", 1407),
             ("MPI_Initialized", 140737488340112), ("MPI_Waitall", 0, 140737488340112, 0), ("MPI_Wait", 16, 0)]
    if style.no_process:
        calls += [("MPI_Send", 0, 1, "1,4,4", style.nobody, 7, world), ("MPI_Recv", 0, 1, "1,4,4", style.nobody, 7, world, 0)]
    rank.call(*rng.choice(calls))


def typed(rng, size):
    """A count and a datatype of so many bytes."""
    number, width = rng.choice([kind for kind in TYPES if size % kind[1] == 0])
    extent = rng.choice((width, width, 46909632806920))
    return size // width, f"{number},{width},{extent}"


def member(rank, message, other):
    """The number of a partner in the communicator of a message."""
    return rank.plan.communicators[message.communicator].index(other)


def send(rank, message, rng):
    count, kind = typed(rng, message.size)
    names = ("Isend", "Isend", "Issend", "Irsend") if message.immediate_send else ("Send", "Send", "Ssend", "Rsend", "Bsend")
    fields = [rank.pointer(), count, kind, member(rank, message, message.target), message.tag, rank.communicator(message.communicator)]
    if message.immediate_send:
        fields.append(rank.addresses[message.number, "send"])
    rank.call(f"MPI_{rng.choice(names)}", *fields)


def receive(rank, message, rng):
    count, kind = typed(rng, message.room)
    source = rank.style.any_source if message.any_source else member(rank, message, message.source)
    fields = [rank.pointer(), count, kind, source, message.tag, rank.communicator(message.communicator)]
    if message.immediate_receive:
        rank.call("MPI_Irecv", *fields, rank.addresses[message.number, "receive"])
    else:
        rank.call("MPI_Recv", *fields, rank.pointer())


def exchange(rank, step, message):
    """MPI_Sendrecv, or MPI_Sendrecv_replace where both messages have one size."""
    source = next(other for other in step.messages if other.target == message.source)
    rng = step.rng("exchange", message.number)
    sent, sent_type = typed(rng, message.size)
    received, received_type = typed(rng, source.room)
    world = rank.communicator(0)
    if message.size == source.size and rng.random() < 0.5:
        rank.call("MPI_Sendrecv_replace", rank.pointer(), sent, sent_type, message.target, message.tag, source.source, source.tag, world,
                  rank.pointer())
        return
    rank.call("MPI_Sendrecv", rank.pointer(), sent, sent_type, message.target, message.tag, rank.pointer(), received, received_type,
              source.source, source.tag, world, rank.pointer())


def wait(rank, style, step, rng):
    """MPI_Waitall of an array, or calls that wait for one request; tests and waits for any one come before them."""
    if together(step):
        count, first = len(step.messages) + style.null_requests, rank.addresses[step.salt]
        if rng.random() < 0.2:
            rank.call("MPI_Testall", count, first, 140737488340112, 0)
        if rng.random() < 0.2 and count > 1:
            rank.call(rng.choice(("MPI_Waitany", "MPI_Waitsome")), count, first, *anything(rng))
        rank.call("MPI_Waitall", count, first, rank.pointer())
        return
    for message, side in zip(step.messages, step.sides):
        address = rank.addresses[message.number, side]
        if rng.random() < 0.2:
            rank.call("MPI_Test", address, 140737488340112, rank.pointer())
        if rng.random() < 0.2:
            rank.call("MPI_Waitany", 1, address, 140737488340112, rank.pointer())
        else:
            rank.call("MPI_Wait", address, rank.pointer())
        if rng.random() < 0.1:
            rank.call("MPI_Wait", address, rank.pointer())  # of a request that is null now


def anything(rng):
    return 140737488340112, rng.choice((0, 140737488340120))


def counts(values):
    """An array of counts: its address, and its numbers."""
    return 14744192, ",".join(map(str, values))


def collective(plan, rank, step, place):
    members = plan.members(step)
    size, root = len(members), step.root % len(members)
    pointer, communicator = rank.pointer(), rank.communicator(step.communicator)
    rng = step.rng("types")
    count, kind = typed(rng, step.size)
    other, other_kind = typed(rng, step.size)
    name = "MPI_" + step.collective.capitalize()
    width = step.rng("width").choice((1, 4, 8, 16))
    part_type = f"{dict((w, n) for n, w in TYPES)[width]},{width},{width}"
    parts = [step.part(number) // width for number in range(size)]
    starts = [sum(parts[:number]) for number in range(size)]
    if step.collective == "barrier":
        rank.call(name, communicator)
    elif step.collective == "bcast":
        rank.call(name, pointer, count, kind, root, communicator)
    elif step.collective == "reduce":
        rank.call(name, pointer, pointer, count, kind, 3, root, communicator)
    elif step.collective in ("allreduce", "scan", "exscan"):
        rank.call(name, pointer, pointer, count, kind, 3, communicator)
    elif step.collective in ("gather", "scatter"):
        rank.call(name, pointer, count, kind, pointer, other, other_kind, root, communicator)
    elif step.collective in ("allgather", "alltoall"):
        rank.call(name, pointer, count, kind, pointer, other, other_kind, communicator)
    elif step.collective == "gatherv":
        rank.call(name, pointer, parts[place], part_type, pointer, *counts(parts), *counts(starts), part_type, root, communicator)
    elif step.collective == "scatterv":
        rank.call(name, pointer, *counts(parts), *counts(starts), part_type, pointer, parts[place], part_type, root, communicator)
    elif step.collective == "allgatherv":
        rank.call(name, pointer, parts[place], part_type, pointer, *counts(parts), *counts(starts), part_type, communicator)
    elif step.collective == "alltoallv":
        rows = [step.part(place, number) // width for number in range(size)]
        columns = [step.part(number, place) // width for number in range(size)]
        rank.call(name, pointer, *counts(rows), *counts(starts), part_type, pointer, *counts(columns), *counts(starts), part_type,
                  communicator)
    elif step.collective == "reduce_scatter":
        rank.call(name, pointer, pointer, *counts(parts), part_type, 3, communicator)
    else:
        rank.call(name, pointer, pointer, count, kind, 3, communicator)
