"""Writes plans as time-independent traces of SimGrid, as SMPI writes and replays them."""
from .plan import PLAIN, VARIANTS, Features
from .simgrid import SIZES

FEATURES = Features(PLAIN + VARIANTS + ("exscan",), any_source=True, tags_name_requests=True)


class Style:
    """How a whole trace looks."""

    def __init__(self, plan):
        rng = plan.rng()
        self.layout = rng.choice(("one", "one", "blocks", "files", "list"))
        self.names = rng.choice(("trace_rank-{0}.txt", "rank-{1}.txt", "trace_files/{1}_rank-{0}.txt"))  # by rank, by process, both
        self.argument = rng.choice(("", "", " 1", " 0"))  # of init
        self.default = 8 if self.argument else 1
        self.speed = rng.choice(("1e9", "1000000000", "2e9", "5e8"))
        self.comments = rng.choice((0, 0, 0.2))
        self.locations = rng.choice((0, 0, 0.5))
        self.unknown_sizes = rng.choice((0, 0, 0.3))
        self.common_types = rng.choice((True, False))
        self.written = rng.choice((False, False, True))  # the words of SMPI's tracer where its replay reads others
        self.numbers = rng.choice(("plain", "exponent", "point"))


class Rank:
    """The open requests of a rank."""

    def __init__(self):
        self.open = []


def write(plan):
    """The files of a plan, and the speed of a processor."""
    style = Style(plan)
    rng = plan.rng()
    lines = [(rank, f"init{style.argument}") for rank in range(plan.ranks)]
    ranks = [Rank() for _ in range(plan.ranks)]
    for step in plan.steps:
        for rank, text in actions(plan, style, ranks, step):
            if step.rng("location", rank).random() < style.locations:
                lines.append((rank, f"location main.c {step.salt % 1000}"))
            lines.append((rank, text))
    lines += [(rank, "finalize") for rank in range(plan.ranks)]
    return files(plan, style, rng, lines), ["--flops-per-second", style.speed]


def files(plan, style, rng, lines):
    """One file with all ranks, a file for each, or these and a list of them."""
    by_rank = [[line for line in lines if line[0] == rank] for rank in range(plan.ranks)]
    if style.layout in ("one", "blocks"):
        ordered = lines if style.layout == "one" else [line for of_rank in by_rank for line in of_rank]
        return [("trace.ti", text(style, rng, ordered))]
    found = [(style.names.format(rank, rank + 1), text(style, rng, of_rank)) for rank, of_rank in enumerate(by_rank)]
    if style.layout == "list":
        return [("trace.txt", "".join(f"{name}\n" for name, _ in found))] + found
    return found


def text(style, rng, lines):
    found = []
    for rank, words in lines:
        if rng.random() < style.comments:
            found.append(rng.choice(("", "# a comment", "#")))
        found.append(f"{rank} {words}" + rng.choice(("", "", " ")))
    return "\n".join(found) + "\n"


def typed(style, rng, size):
    """A count and a type of so many bytes; the type is "" where it is that of init."""
    if size % style.default == 0 and rng.random() < 0.3:
        return size // style.default, ""
    types = [number for number, width in SIZES.items() if width and size % width == 0 and (number < 7 or not style.common_types)]
    number = rng.choice(types)
    return size // SIZES[number], str(number)


def types_of(*types):
    """Types at the end of an action: all or none, since they have no names."""
    return "".join(f" {kind}" for kind in types)


def number(style, value):
    """An amount of flops: SMPI prints as many as six digits, and then an exponent."""
    if style.numbers == "exponent" and float(f"{value:g}") == value:
        return f"{value:g}"
    return f"{value}.0" if style.numbers == "point" else str(value)


def flops(style, nanoseconds):
    return number(style, nanoseconds * int(float(style.speed)) // 10**9)


def actions(plan, style, ranks, step):
    """The actions of a step, each with its rank."""
    rng = step.rng("how")
    if step.kind == "compute":
        nanoseconds = step.nanoseconds // 2 * 2
        if rng.random() < 0.2:
            yield step.rank, f"sleep {nanoseconds / 10**9:.9f}"
        else:
            yield step.rank, f"compute {flops(style, nanoseconds)}"
    elif step.kind == "noise":
        words = ("test", "testall", "testany", "testsome", "iteration_in", "iteration_out", "migrate 4096")
        yield step.rank, rng.choice((f"comm_size {plan.ranks}", "comm_dup", "comm_split", "sleep 0", "compute 0") + words * style.written)
    elif step.kind == "collective":
        yield from collective(plan, style, step)
    elif step.kind == "shift":
        yield from exchange(style, step)
    elif step.kind == "funnel":
        for message in step.messages:
            yield message.source, send(style, ranks, message, step.rng(message.number))
        for message in step.messages:
            yield message.target, receive(style, ranks, message, step.rng("receive", message.number))
    elif step.kind == "send":
        yield step.rank, send(style, ranks, step.messages[0], rng)
    elif step.kind in ("post", "receive"):
        yield step.rank, receive(style, ranks, step.messages[0], rng)
    elif step.kind == "wait":
        yield from wait(style, ranks, step, rng)


def send(style, ranks, message, rng):
    count, kind = typed(style, rng, message.size)
    if message.immediate_send:
        ranks[message.source].open.append(message.number)
    names = ("isend", "send"), ("isend", "send"), ("ISsend", "Ssend"), ("ibsend", "bsend")
    name = rng.choice(names if style.written else names[:1])[not message.immediate_send]
    return f"{name} {message.target} {message.tag} {count} {kind}".rstrip()


def receive(style, ranks, message, rng):
    """A receive, with room for its message or with a size that is not known."""
    count, kind = typed(style, rng, message.room)
    if rng.random() < style.unknown_sizes and not message.immediate_receive:
        count = -1
    if message.immediate_receive:
        ranks[message.target].open.append(message.number)
    source = -555 if message.any_source else message.source
    return f"{'irecv' if message.immediate_receive else 'recv'} {source} {message.tag} {count} {kind}".rstrip()


def wait(style, ranks, step, rng):
    """`waitall` waits for all open requests, so it is taken where these are the ones; `test` may come before a wait."""
    opened = ranks[step.rank].open
    numbers = {message.number for message in step.messages}
    if set(opened) <= numbers and rng.random() < 0.6:
        opened.clear()
        if style.written and rng.random() < 0.2:
            yield step.rank, f"waitAny {len(numbers)}"
        yield step.rank, f"waitall {len(numbers)}"
        return
    for message in step.messages:
        name = f"{message.source} {message.target} {message.tag}"
        if rng.random() < 0.2:
            yield step.rank, f"test {name}"
        yield step.rank, f"wait {name}"
        opened.remove(message.number)


def exchange(style, step):
    for message in step.messages:
        source = next(other for other in step.messages if other.target == message.source)
        sent, sent_type = typed(style, step.rng("sent", message.number), message.size)
        received, received_type = typed(style, step.rng("received", source.number), source.size)
        types = f" {sent_type} {received_type}" if sent_type and received_type else ""
        if not types:
            sent, received, types = message.size, source.size, " 6 6"
        yield message.source, f"sendRecv {sent} {message.target} {received} {source.source}{types}"


def collective(plan, style, step):
    """A collective at all ranks, in the arguments that the replay reads."""
    members = range(plan.ranks)
    count, root = plan.ranks, step.root % plan.ranks
    rng = step.rng("types")
    work = flops(style, step.rng("flops").choice((0, 0, 1000, 200000)))
    kind = step.collective
    units, unit = typed(style, rng, step.size)
    others, other = typed(style, rng, step.size)
    if not (unit and other):
        units = others = step.size // style.default if step.size % style.default == 0 else step.size
        unit = other = "" if step.size % style.default == 0 else "6"
    both = types_of(unit, other) if unit else ""
    single = f" {unit}" if unit else ""
    rooted = f" {root}" if root or both or step.rng("root").random() < 0.5 else ""
    for rank in members:
        if kind == "barrier":
            line = ""
        elif kind == "bcast":
            line = f" {units}{rooted}{single}"
        elif kind == "reduce":
            line = f" {units} {work}{rooted}{single}"
        elif kind == "allreduce":
            line = f" {units} {work}{single}"
        elif kind in ("scan", "exscan"):
            line = f" -1 0 {units}{single}"
        elif kind in ("gather", "scatter"):
            line = f" {units} {others}{rooted}{both}"
        elif kind in ("allgather", "alltoall"):
            line = f" {units} {others}{both}"
        else:
            line = variant(style, step, rank, count, root, work)
        yield rank, kind.replace("_", "") + line


def variant(style, step, rank, count, root, work):
    """The arguments of a collective with sizes of its own for each rank."""
    sent_type, received_type = step.rng("variant").choice(((6, 6), (1, 1), (0, 1), (1, 0), (26, 6), (40, 0)))
    sent, received = SIZES[sent_type], SIZES[received_type]
    parts = [step.part(member) for member in range(count)]
    if style.written and count > 1 and step.collective in ("gatherv", "scatterv", "reduce_scatter"):
        return as_written(step, rank, root, parts)
    if step.collective == "gatherv":
        counts = " ".join(str(part // received) for part in parts)
        return f" {parts[rank] // sent} {counts} {root} {sent_type} {received_type}"
    if step.collective == "scatterv":
        counts = " ".join(str(part // sent) for part in parts)
        return f" {counts} {parts[rank] // received} {root} {sent_type} {received_type}"
    if step.collective == "allgatherv":
        return all_to_all_parts(style, step, rank, parts, sent_type)
    if step.collective == "reduce_scatter":
        counts = " ".join(str(part // sent) for part in parts)
        return f" {counts} {work} {sent_type}"
    rows = [step.part(rank, member) // sent for member in range(count)]
    columns = [step.part(member, rank) // received for member in range(count)]
    return (f" {sum(rows)} {' '.join(map(str, rows))} {sum(columns)} {' '.join(map(str, columns))} {sent_type} {received_type}")


def as_written(step, rank, root, parts):
    """As SMPI writes them: the size of the type comes before the counts, which only the root has."""
    kind = step.rng("written").choice((0, 1, 6))
    counts = [part // SIZES[kind] for part in parts]
    if step.collective == "reduce_scatter":
        return f" 1 0 {' '.join(map(str, counts))} {kind} "
    all_counts = "".join(f"{count} " for count in counts) if rank == root else ""
    if step.collective == "gatherv":
        return f" {counts[rank]} 1 {all_counts}{root} {kind} {kind}"
    return f" 1 {all_counts}{counts[rank]} {root} {kind} {kind}"


def all_to_all_parts(style, step, rank, parts, kind):
    """allgatherv: with a type, displacements, both or neither; the replay reads one type. Or as SMPI writes it."""
    form = step.rng("form").choice(("type", "displacements", "both", "neither"))
    if style.written and len(parts) not in (2, 3):
        kind = step.rng("written").choice((0, 1, 6))
        counts = [part // SIZES[kind] for part in parts]
        return f" {counts[rank]} 1 {' '.join(map(str, counts))} {kind} {kind}"
    if form == "displacements" and len(parts) < 3:
        form = "type"  # so few displacements look like types
    width = SIZES[kind] if form in ("type", "both") else style.default
    counts = [part // width for part in parts]
    displacements = [sum(counts[:place]) for place in range(len(counts))]
    line = f" {counts[rank]} {' '.join(map(str, counts))}"
    if form in ("type", "both"):
        line += f" {kind}"
    if form in ("displacements", "both"):
        line += " " + " ".join(map(str, displacements))
    return line
