#!/usr/bin/env python3
"""Mutated and generated inputs: no crash, no status 1 for a user's fault, no long message, nothing half written, no memory above 2 GiB."""
import argparse
import concurrent.futures
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

MOST_MEMORY = 2 << 30
MOST_MESSAGE = 500
MOST_SECONDS = 10  # after that the run is interrupted, and must stop
GRACE_SECONDS = 20

TRACE = """num_ranks 4
rank 0 {
l1: calc 2000
l2: send 4096b to 1 tag 1
l2 requires l1
l3: recv 64b from 3 tag 2 cpu 1
}
rank 1 {
l1: recv 4096b from 0 tag 1
l2: send 10b to 2 tag 0
l2 irequires l1
}
rank 2 {
/* a comment */
r: recv 10b from 1 tag 0
}
rank 3 {
s: send 64b to 0 tag 2
}
"""
NETWORK = """# a square with a diagonal
nodes 4
0:0 1:0
1:1 2:0
2:1 3:0
3:1 0:1
0:2 2:2
"""
MAPPING = "0 3\n1 2\n2 1\n3 0\n"

# What replaces numbers and texts.
VALUES = ["0", "1", "2", "-1", "-0", "3.5", "1e3", "1e-9", "1e400", "0.0000000001", "007", "0x10", "1_000", ".nan", ".inf",
          "255", "256", "16383", "16384", "65535", "1000000", "1000001", "1000000000", "2147483647", "2147483648",
          "4294967296", "1000000000000", "18446744073709551615", "18446744073709551616", "9" * 60,
          "", "~", "null", "on", "off", "yes", "true", "[]", "{}", "[1]", "[0, 0]", "[1, 2, 3, 4, 5, 6, 7]", "[[1]]", "{a: 1}",
          "{yx: 1}", "{xx: 1}", "''", "'4'", '"\\0"', '"\\n"', "'\u00e4\u4e2d'", "*x", "&x 4", "!!int 4", "x" * 3000, "../../etc",
          "/dev/null", "/dev/zero", ".", "uniform", "rtt", "all", "auto", "9:1", "-5:", ":", "a b", "|", ">", "r_0_0", "ring:yp0"]
BYTES = [b"\x00", b"\x01", b"\x1b[31m", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"\t", b"\r", b"\n", b"'", b'"', b":", b": ", b"- ",
         b"{", b"}", b"[", b"]", b",", b"#", b"&", b"*", b"!", b"|", b"%", b"@", b"`", b"?", b"---\n", b"...\n", b"<<: ", b"\\", b"0", b"9" * 30]


def word(rng, *words):
    return rng.choice(words)


def topology(rng):
    """A random network of the grammar."""
    n = lambda low, high: rng.randint(low, high)
    size = lambda count: "[" + ", ".join(str(n(2, 5)) for _ in range(count)) + "]"
    dimensions = n(1, 4)
    grid = size(dimensions)
    return rng.choice([
        lambda: "{kind: torus, size: %s}" % grid,
        lambda: "{kind: torus, size: %s, wrap: [%s]}" % (grid, ", ".join(word(rng, "on", "off") for _ in range(dimensions))),
        lambda: "{kind: torus, size: %s, size_two_links: %d}" % (grid, n(1, 2)),
        lambda: "{kind: mesh, size: %s}" % grid,
        lambda: "{kind: twisted_torus, size: [%d, %d], twist: {yx: %d}}" % (n(2, 8), n(2, 6), n(-9, 9)),
        lambda: "{kind: twisted_torus, size: [4, 3, 5], twist: {yx: %d, zx: %d}}" % (n(0, 3), n(0, 3)),
        lambda: "{%s: %d}" % (word(rng, "rt", "rtt", "pt", "ptt", "pdtt", "bcc"), n(2, 4)),
        lambda: "{hypercube: %d}" % n(1, 7),
        lambda: "{tpu: %s}" % word(rng, "2x2x4", "4x4x8_twisted", "4x8"),
        lambda: "{bluegene_l: 8x8x8}",
        lambda: "{ibt: {n: 8, d: %d, b: [%d]}}" % (n(1, 2), word(rng, 2, 4)),
        lambda: "{kind: ibt, size: [8, 8], bypass: [4], escape: three_classes}",
        lambda: "{kind: ibt, size: [8, 8], bypass: [4], placement: all, wrap: [on, off]}",
        lambda: "{kind: de_bruijn, k: 2, n: %d}" % n(2, 5),
        lambda: "{barrel_shifter: %d}" % n(2, 5),
        lambda: "{kind: custom, file: case.net}",
    ])()


def traffic(rng):
    own = word(rng, "", "", ", self: on", ", self: off")
    load = word(rng, "0.01", "0.1", "0.3", "1", "0.000001")
    length = word(rng, "", ", packet_flits: %d" % rng.randint(1, 20),
                  ", packet_flits: [{flits: 1, weight: 3}, {flits: %d, weight: 1}]" % rng.randint(1, 16))
    pattern = word(rng, "uniform", "tornado", "neighbour", "all_to_all", "local_global, alpha: 0.25",
                   "hot_spot, hot_spots: [1], hot_share: 0.2")
    arrival = word(rng, ", load: " + load, ", arrival: poisson, load: " + load,
                   ", arrival: on_off, on_cycles: %d, off_cycles: %d, load: %s" % (rng.randint(1, 50), rng.randint(1, 50), load),
                   ", arrival: at_start, packets: %d" % rng.randint(1, 5), ", arrival: at_start")
    return "{pattern: %s%s%s%s}" % (pattern, arrival, length, own)


def section(rng, name, choices):
    some = ["%s: %s" % (key, value()) for key, value in choices.items() if rng.random() < 0.4]
    return "%s: {%s}\n" % (name, ", ".join(some)) if some else ""


ALLOCATORS = ["input_first", "output_first", "{islip: {iterations: 2}}", "pim", "wavefront", "maximum", "oldest_first"]
WITHOUT_DIMENSIONS = ["de_bruijn", "barrel_shifter", "custom", "three_classes"]


def by_flits(text):
    return "wormhole" in text or "booksim2" in text


def cut_through(rng, longest):
    """A section of routers that move whole packets."""
    n = lambda low, high: lambda: rng.randint(low, high)
    return section(rng, "router", {
        "virtual_channels": lambda: "{adaptive: %d}" % rng.randint(0, 2), "buffer_packets": n(2, 9),
        "max_packet_flits": n(longest, 64), "arbiter": lambda: word(rng, "random", "round_robin", "age"),
        "selection": lambda: word(rng, "most_credits", "dimension_order", "random"),
        "crossbar": lambda: word(rng, "per_vc", "per_port"), "injectors": n(1, 8), "ejectors": n(1, 8),
        "injection": lambda: word(rng, "direction", "round_robin", "shortest"), "router_delay": n(1, 5), "credit_delay": n(1, 5),
        "bubble": lambda: word(rng, "on", "true", "yes")})


def worms(rng, longest, topology_text):
    """A section of flit-level routers."""
    n = lambda low, high: lambda: rng.randint(low, high)
    plain = any(name in topology_text for name in WITHOUT_DIMENSIONS)
    routing = word(rng, "duato", "up_down") if plain else word(rng, "dimension_order", "dimension_order", "duato", "up_down")
    first = "profile: booksim2" if rng.random() < 0.2 else "switching: wormhole"
    by_classes = "rtt" in topology_text and rng.random() < 0.4
    if by_classes:  # their nodes can be coloured
        routing = word(rng, "duato_nbc", "nbc", "nhop")
    keys = [first, "routing: " + routing]
    if not by_classes:
        keys.append("virtual_channels: {count: %d}" % rng.randint(3, 6))
    elif routing != "nhop" and rng.random() < 0.5:
        keys.append("bonus_cards: " + word(rng, "any", "all"))
    if routing == "duato" and rng.random() < 0.3:
        keys += ["sticky_escape: off", "reallocation: atomic"]
    bubble = "rtt" in topology_text and routing == "dimension_order" and rng.random() < 0.3
    if bubble:
        keys += ["escape: flit_bubble", "buffer_flits: %d" % (longest + 65), "reallocation: tail"]
    choices = {
        "buffer_flits": n(1, 20), "max_packet_flits": n(longest, 64), "routing_delay": n(0, 3),
        "pipeline": lambda: word(rng, "joint", "{two_step: {depth: 2}}", "{speculative: {mask: requests}}"),
        "allocator": lambda: word(rng, *ALLOCATORS), "crossbar": lambda: word(rng, "per_vc", "per_port", "{inputs_per_port: 2}"),
        "vc_allocation": lambda: "{allocator: %s, requests: %s}" % (word(rng, *ALLOCATORS), word(rng, "one", "all")),
        "injection": lambda: word(rng, "side_by_side", "one_at_a_time"), "injection_delay": n(0, 4), "injection_credit_delay": n(1, 4),
        "ejectors": n(1, 8), "ejection_delay": n(1, 4), "credit_delay": n(1, 5)}
    if bubble:
        del choices["buffer_flits"]
    elif routing in ("dimension_order", "duato"):
        choices["dateline"] = lambda: word(rng, "memoryless", "static", "crossing")
    if routing != "duato_nbc" and not any(key.startswith("reallocation") for key in keys):
        choices["reallocation"] = lambda: word(rng, "tail", "atomic")
    given = {key: value() for key, value in choices.items() if rng.random() < 0.4}
    fallback = "islip" if first.startswith("profile") else "input_first"
    allocators = given.get("allocator", fallback) + " " + given.get("vc_allocation", fallback)
    if "put_first" in allocators and rng.random() < 0.5:
        given["arbiter"] = word(rng, "random", "round_robin", "age", "matrix", "fixed", "stride", "deficit")
    if rng.random() < 0.3:
        given["message_classes"] = "2"
    keys += ["%s: %s" % pair for pair in given.items()]
    return "router: {%s}\n" % ", ".join(keys)


def valid(rng):
    """A random configuration of the grammar, which the program must accept."""
    n = lambda low, high: lambda: rng.randint(low, high)
    text = ""
    if rng.random() < 0.1:
        text += "topology: {torus: [4, 2]}\ntraffic: {trace: case.goal%s}\n" % word(rng, "", ", computation: 0.5", ", last_packet: padded")
        longest = 2
    else:
        text += "topology: %s\ntraffic: %s\n" % (topology(rng), traffic(rng))
        longest = 20
    text += worms(rng, longest, text) if rng.random() < 0.35 else cut_through(rng, longest)
    if "message_classes: 2" in text and "pattern" in text and rng.random() < 0.7:
        text = text.replace("{pattern", "{reply_flits: %d, pattern" % rng.randint(1, 16), 1)
    text += section(rng, "link", {"delay": n(0 if by_flits(text) else 1, 5), "phit_bytes": n(1, 64), "gigabits_per_second": lambda: word(rng, "0.5", "1", "100")})
    never_ends = "trace:" not in text and "at_start" not in text
    if never_ends and rng.random() < 0.1:
        text += "measure: %s\n" % word(rng, "base_latency", "maximum_throughput", "{maximum_throughput: {within: 0.1}}")
    if never_ends and rng.random() < 0.1:
        text += "run: {cycles: %d, until: {relative: 0.1, cycles: 1500, intervals: [latency.p95, accepted_load]}}\n" % rng.randint(640, 800)
    else:
        text += section(rng, "run", {"cycles": n(50, 400), "warmup": lambda: "auto", "seed": n(0, 1 << 63), "watchdog": n(100, 5000),
                                      "view": lambda: "pin" if by_flits(text) and rng.random() < 0.2 else "tlm"})
    if rng.random() < 0.1:
        text += "name: %s\n" % word(rng, "a", "b.1", "x+y-z")
    return text


def sweep(rng, text):
    """A section with which the configuration of the grammar is a sweep."""
    other = "router.injection_delay: [2, 1]" if by_flits(text) else "router.router_delay: [2, 1]"
    axes = ["link.delay: {from: 1, to: %d, step: %d}" % (rng.randint(1, 4), rng.randint(1, 2)),
            "series: [{name: a, router: {credit_delay: 2}}, {name: b c, link: {phit_bytes: 8}}]",
            "zip: {router.credit_delay: [1, 3], %s}" % other, "run.watchdog: [500, 1000, 700]",
            "limit: %s" % word(rng, "1.5", "20"), "share_warmup: %s" % word(rng, "on", "off")]
    some = [axis for axis in axes if rng.random() < 0.5] + ["seeds: %d" % rng.randint(1, 3)]
    if not any(axis.startswith(("series", "zip")) for axis in some) and rng.random() < 0.3:
        some.append("find: {saturation: link.delay, within: 1, from: 1, to: 5}" if some[0][:4] != "link" else "stop: {saturation: link.delay}")
    return "sweep: {%s}\n" % ", ".join(some)


def mutated_number(rng, text):
    found = list(re.finditer(r"[0-9][0-9.]*", text))
    if not found:
        return text
    at = rng.choice(found)
    return text[:at.start()] + rng.choice(VALUES) + text[at.end():]


def mutated_word(rng, text):
    found = list(re.finditer(r"[A-Za-z_]+", text))
    if not found:
        return text
    at = rng.choice(found)
    other = rng.choice(found).group() if rng.random() < 0.4 else rng.choice(VALUES)
    if rng.random() < 0.3:
        letters = list(at.group())
        letters[rng.randrange(len(letters))] = rng.choice("aeiouxyz_")
        other = "".join(letters)
    return text[:at.start()] + other + text[at.end():]


def mutated_lines(rng, text):
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    what = rng.randrange(5)
    if what == 0:
        del lines[at]
    elif what == 1:
        lines.insert(at, rng.choice(lines))
    elif what == 2:
        lines[at] = " " * rng.randint(1, 3) + lines[at]
    elif what == 3:
        lines[at] = lines[at][:rng.randint(0, len(lines[at]))]
    else:
        lines.insert(at, rng.choice(["runs: [{name: a}, {name: b}]", "runs: [{}]", "waves: {file: w.vcd, window: '0:5'}",
                                     "run: {view: pin}", "detail: {pin: [r_0_0]}", "mapping: {file: case.map}", "mapping: f_d . f_v(2)",
                                     "router: {message_classes: 2}", "router: {switching: wormhole}", "router: {profile: booksim2}", "rtl: {arbiter: a.so}", "x: " + "[" * 60, "y: " + "{a: " * 60]))
    return "\n".join(lines)


def mutated_bytes(rng, data):
    at = rng.randint(0, len(data))
    what = rng.randrange(3)
    if what == 0:
        return data[:at] + rng.choice(BYTES) + data[at:]
    if what == 1:
        return data[:at] + data[at + rng.randint(1, 8):]
    end = min(len(data), at + 1)
    return data[:at] + bytes([rng.randrange(256)]) + data[end:]


def mutated(rng, text):
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        text = rng.choice([mutated_number, mutated_number, mutated_word, mutated_lines])(rng, text)
    data = text.encode("utf-8", "replace")
    return mutated_bytes(rng, data) if rng.random() < 0.3 else data


def case(number):
    """The files and arguments of an input, and whether the program must accept them."""
    rng = random.Random(number)
    files = {"case.yaml": valid(rng).encode(), "case.goal": TRACE.encode(), "case.net": NETWORK.encode(), "case.map": MAPPING.encode()}
    command = rng.choice(["check", "run", "run"])
    arguments = [command, "case.yaml", "--json", "out.json"]
    if command == "run":
        arguments += ["--jobs", "1"]
    what = number % 10
    if what == 0:
        return files, arguments, True
    if what == 5:
        text = files["case.yaml"].decode()
        text += sweep(rng, text)
        is_valid = rng.random() < 0.3
        files["case.yaml"] = text.encode() if is_valid else mutated(rng, text)
        return files, ["check", "case.yaml", "--json", "out.json"], is_valid
    if what in (1, 2):
        name = ["case.goal", "case.net", "case.map"][rng.randrange(3)]
        base = {"case.goal": "topology: {torus: [4, 2]}\ntraffic: {trace: case.goal}\n",
                "case.net": "topology: {kind: custom, file: case.net}\ntraffic: {pattern: uniform, load: 0.1}\n",
                "case.map": "topology: {torus: [4]}\ntraffic: {pattern: uniform, load: 0.1}\nmapping: {file: case.map}\n"}[name]
        files["case.yaml"] = base.encode()
        files[name] = mutated(rng, files[name].decode())
    else:
        files["case.yaml"] = mutated(rng, files["case.yaml"].decode())
    if what == 3:
        key = rng.choice(["run.seed", "traffic.load", "topology.size", "router.arbiter", "waves.file", "mapping", "x", "", "runs", "topology"])
        arguments += ["--set", "%s=%s" % (key, rng.choice(VALUES))]
    if what == 4 and command == "run":
        arguments += rng.choice([["--waves", "w.vcd"], ["--view", "pin"], ["--save-at", rng.choice(VALUES), "s.snap"],
                                 ["--from", "case.goal"], ["--waves", "w.vcd", "--waves-window", rng.choice(VALUES)]])
    if command == "run" and not any(argument == "--cycles" for argument in arguments):
        arguments += ["--cycles", "300"]
    return files, [argument.replace("\0", "") for argument in arguments], False


def limit():
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(program, number):
    """Runs the program on an input. Returns what is wrong with its answer (empty: nothing), its status, its peak
    memory, the arguments and its error output."""
    files, arguments, is_valid = case(number)
    folder = tempfile.mkdtemp(prefix="trenza_bad_")
    try:
        for name, data in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)
        before = set(os.listdir(folder))
        streams = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        process = subprocess.Popen([program] + arguments, cwd=folder, stdin=subprocess.DEVNULL, stdout=streams[0], stderr=streams[1],
                                   preexec_fn=limit)
        begin = time.monotonic()
        stopped = 0
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            seconds = time.monotonic() - begin
            if stopped == 0 and seconds > MOST_SECONDS:
                process.send_signal(signal.SIGINT)
                stopped = 1
            if stopped == 1 and seconds > MOST_SECONDS + GRACE_SECONDS:
                process.kill()
                stopped = 2
            time.sleep(0.002 if seconds < 0.2 else 0.05)
        process.returncode = 0  # waited for already
        streams[1].seek(0)
        errors = streams[1].read().decode("utf-8", "replace")
        memory = usage.ru_maxrss * 1024
        code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
        left = set(os.listdir(folder)) - before
        if has_finished(os.path.join(folder, "out.json")):
            left.discard("out.json")  # only what was wanted besides the results is missing, and the message says so
        return judge(code, errors, left, memory, is_valid, stopped), code, memory, arguments, errors
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def has_finished(document):
    """Whether a file is the whole document of runs that came to an end."""
    try:
        with open(document, encoding="utf-8") as file:
            results = json.load(file)
    except (OSError, ValueError):
        return False
    return all("outcome" in run and "digest" in run for run in results.get("runs", [results]))


def judge(code, errors, left, memory, is_valid, stopped):
    if memory > MOST_MEMORY:
        return "it took %d MiB" % (memory >> 20)
    if stopped == 2:
        return "it could not be interrupted"
    if stopped == 1:
        return "" if code in (0, 2, 130, -signal.SIGINT) else "after an interrupt it ended with %d" % code
    if code < 0:
        return "it was ended by signal %d" % -code
    if code == 0:
        return ""
    if code == 1 and ("can deadlock" in errors or "deadlock" in errors) and "internal" not in errors:
        return ""
    if code != 2:
        return "it ended with status %d" % code
    if is_valid:
        return "it refused a valid input"
    message = errors[:-1] if errors.endswith("\n") else errors
    if "\n" in message:
        return "its message has several lines"
    if len(message) > MOST_MESSAGE:
        return "its message has %d characters" % len(message)
    if any(ord(letter) < 32 or ord(letter) == 127 for letter in message):
        return "its message has control characters"
    if not message:
        return "it said nothing"
    if left:
        return "it left files: " + ", ".join(sorted(left))
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=10000, help="how many")
    parser.add_argument("--first", type=int, default=0, help="number of the first")
    parser.add_argument("--show", type=int, help="show this input and the answer")
    options = parser.parse_args()
    program = os.path.abspath(os.environ.get("TRENZA", "build/bin/trenza"))
    if options.show is not None:
        files, arguments, _ = case(options.show)
        for name, data in files.items():
            print("--- %s\n%s" % (name, data.decode("utf-8", "backslashreplace")))
        fault, code, memory, _, errors = run(program, options.show)
        print("--- trenza %s\nstatus %d, %d MiB: %s\n%s" % (" ".join(arguments), code, memory >> 20, fault or "as it should be", errors[:3000]))
        return 1 if fault else 0
    faults = 0
    statuses = {}
    peak = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=len(os.sched_getaffinity(0))) as pool:
        numbers = range(options.first, options.first + options.inputs)
        for number, (fault, code, memory, arguments, errors) in zip(numbers, pool.map(lambda each: run(program, each), numbers)):
            statuses[code] = statuses.get(code, 0) + 1
            peak = max(peak, memory)
            if fault:
                faults += 1
                print("input %d: %s\n  trenza %s\n  %s" % (number, fault, " ".join(arguments)[:300], errors[:600]))
    shown = ", ".join("%d x %d" % (count, code) for code, count in sorted(statuses.items()))
    print("%d inputs, statuses %s; peak memory %d MiB; %d faults" % (options.inputs, shown, peak >> 20, faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
