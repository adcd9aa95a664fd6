"""What can go wrong, as classes."""

from __future__ import annotations


class Error(Exception):
    """The base of all errors of this package. Its text is one message for a person."""


class ConfigError(Error, ValueError):
    """A configuration, a network or a trace that is wrong.

    The attributes are the parts of the message, or None where it has none.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        key: str | None = None,
        expected: str | None = None,
        nearest: str | None = None,
    ):
        super().__init__(message)
        self.file = file  #: as it was given; None for a dictionary and for overrides
        self.line = line  #: from 1
        self.column = column  #: from 1
        self.key = key  #: path of the key: "router.arbiter", "runs[1].traffic.load"
        self.expected = expected  #: what would be right, in words
        self.nearest = nearest  #: the name that may have been meant


class DeadlockError(Error):
    """A network that can deadlock with its routers. The text has the ring or the cycle of channels."""


class CallError(Error, ValueError):
    """A call that a fabric or a network cannot carry out: there is no such node, packet, file or state."""


class InternalError(Error, RuntimeError):
    """An invariant of the machine is violated: a fault of Trenza, never of its user."""


class NotRecordedWarning(UserWarning):
    """A configuration asks for files that only the command `trenza run` writes. The results do not depend on them."""
