"""What a plan says itself, without any format: the answer that a reader must give of the file that a writer makes of it."""
from .plan import ROOTED
from .program import ANY, Collective, Compute, Program, Receive, Send, Wait, plain_kind


def program(plan):
    """The program of a plan."""
    ranks = [[] for _ in range(plan.ranks)]
    for step in plan.steps:
        for rank, operation in operations(plan, step):
            ranks[rank].append(operation)
    return Program(ranks)


def operations(plan, step):
    """The operations of a step, each with its rank."""
    if step.kind == "compute":
        yield step.rank, Compute(step.nanoseconds)
    elif step.kind == "collective":
        yield from collective(plan, step)
    elif step.kind == "wait":
        yield step.rank, Wait(tuple(zip(step.sides, (message.number for message in step.messages))))
    elif step.kind == "shift":
        for message in step.messages:
            source = next(other for other in step.messages if other.target == message.source)
            yield message.source, receive(source, ("receive", source.number))
            yield message.source, send(message)
            yield message.source, Wait((("receive", source.number),))
    else:
        for message in step.messages:
            if step.kind in ("send", "funnel"):
                yield message.source, send(message)
        for message in step.messages:
            if step.kind in ("post", "receive", "funnel"):
                yield message.target, receive(message, ("receive", message.number) if message.immediate_receive else None)


def send(message):
    return Send(message.target, message.size, message.tag, message.communicator,
                ("send", message.number) if message.immediate_send else None)


def receive(message, request):
    return Receive(ANY if message.any_source else message.source, message.tag, message.communicator, request)


def collective(plan, step):
    members = plan.members(step)
    count = len(members)
    root = members[step.root % count] if step.collective in ROOTED else None
    for place, rank in enumerate(members):
        size = 0 if step.collective == "barrier" else step.size
        if step.collective in ("gatherv", "scatterv", "allgatherv"):
            size = step.part(place)
        elif step.collective == "alltoallv":
            size = sum(step.part(place, other) for other in range(count))
        elif step.collective == "reduce_scatter":
            size = sum(map(step.part, range(count)))
        elif step.collective == "reduce_scatter_block":
            size *= count
        yield rank, Collective(plain_kind(step.collective), step.communicator, members, root, size)
