"""Reads GOAL text as txt2bin of LogGOPSim reads it, and the collectives with which Trenza extends it (docs/traces.md).

A rank is a graph: an operation waits only for what `requires` and `irequires` name. Comments stand where a line may begin.
"""
import re

from .program import ANY, BadFile, Collective, Compute, Program, Receive, Send

WORD = re.compile(r"[a-zA-Z][a-zA-Z0-9_]*|-?\d+|[{}:]|\n")
BLANK = re.compile(r"[ \t\r]*(//[^\n]*|/\*.*?\*/)?", re.DOTALL)


def tokens(text):
    """The words of a text, without comments and with the ends of lines."""
    place, found = 0, []
    while place < len(text):
        match = BLANK.match(text, place)
        place = match.end()
        if place == len(text):
            break
        if match.end() > match.start() and not WORD.match(text, place):
            continue
        word = WORD.match(text, place)
        if word is None:
            raise BadFile(f"unexpected {text[place:place + 10]!r}")
        found.append(word[0])
        place = word.end()
    return found + ["\n"]


def read(text):
    """The program of a text."""
    return Reader(tokens(text)).program()


class Reader:
    """The words of a file and the place that is read."""

    def __init__(self, words):
        self.words = words
        self.place = 0
        self.members = {}

    def next(self):
        self.place += 1
        return self.words[self.place - 1]

    def skip_lines(self):
        while self.place < len(self.words) and self.words[self.place] == "\n":
            self.place += 1

    def accept(self, word):
        found = self.place < len(self.words) and self.words[self.place] == word
        self.place += found
        return found

    def expect(self, word):
        if not self.accept(word):
            raise BadFile(f"expected {word!r}, found {self.words[self.place:self.place + 3]}")

    def number(self):
        return int(self.next())

    def numbers(self):
        """`{ N N .. }`"""
        self.expect("{")
        found = []
        while not self.accept("}"):
            found.append(self.number())
        return tuple(found)

    def program(self):
        self.skip_lines()
        self.expect("num_ranks")
        count = self.number()
        self.members[0] = tuple(range(count))
        ranks, orders = [[] for _ in range(count)], [[] for _ in range(count)]
        self.skip_lines()
        while self.place < len(self.words):
            if self.accept("comm"):
                number = self.number()
                self.members[number] = self.numbers()
            else:
                self.expect("rank")
                rank = self.number()
                self.expect("{")
                ranks[rank], orders[rank] = self.rank()
            self.skip_lines()
        return Program(ranks, orders)

    def rank(self):
        operations, orders, labels = [], [], {}
        self.skip_lines()
        while not self.accept("}"):
            word = self.next()
            if self.words[self.place] in ("requires", "irequires"):
                how = self.next()
                orders.append((labels[word], labels[self.next()], how))
            else:
                if self.accept(":"):
                    labels[word] = len(operations)
                    word = self.next()
                operations.append(self.operation(word))
            self.skip_lines()
        return operations, orders

    def operation(self, word):
        if word == "calc":
            found = Compute(self.number())
        elif word == "send":
            size = self.bytes()
            self.expect("to")
            to = self.number()
            found = Send(to, size, self.qualifier("tag"))
        elif word == "recv":
            self.bytes()
            self.expect("from")
            source = self.number()
            tag = self.qualifier("tag")
            found = Receive(ANY if source < 0 else source, ANY if tag < 0 else tag)
        else:
            found = self.collective(word)
        self.qualifier("cpu")
        self.qualifier("nic")
        self.expect("\n")
        return found

    def bytes(self):
        size = self.number()
        self.expect("b")
        return size

    def qualifier(self, name):
        return self.number() if self.accept(name) else 0

    def collective(self, kind):
        size, root, parts = 0, None, None
        if kind not in ("barrier", "alltoallv", "reduce_scatter"):
            size = self.bytes()
        if self.accept("root"):
            root = self.number()
        self.expect("comm")
        name = self.number()
        members = self.members[name]
        if kind in ("alltoallv", "reduce_scatter"):
            parts = self.numbers()
            size = sum(parts)
        return Collective(kind, name, members, None if root is None else members[root], size, parts)
