"""A fabric that is stepped cycle by cycle."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _core, _texts
from .runs import _channel_array


class Fabric:
    """The network and the routers of a configuration, at cycle 0; the traffic is what you offer.

    `traffic`, `mapping`, `run.cycles`, `run.view`, `rtl`, `detail` and `waves` of the configuration are checked and
    then ignored. A configuration with several `runs` is refused. A packet offered before a step is created in the
    first cycle of the step, and what is ejected in cycle t can be answered from t + 1 on. Every delivery is checked.
    One thread at a time uses a fabric; several fabrics live side by side.
    """

    def __init__(
        self,
        config: str | os.PathLike[str] | Mapping[str, Any],
        overrides: Mapping[str, Any] | None = None,
        *,
        queue: int | None = None,
    ):
        """`queue`: packets of each node and message class that may wait for the network; None: any number. Raises
        ConfigError, CallError or DeadlockError.
        """
        experiments = _texts.read(config, overrides)
        self._session = _core.Session(experiments)
        self._columns = experiments.channels(0)
        if queue is not None:
            self._session.set_queue(queue)

    @property
    def cycle(self) -> int:
        """The cycle that the next step simulates first."""
        return self._session.cycle

    @property
    def idle(self) -> bool:
        """True if nothing waits or travels."""
        return self._session.idle

    @property
    def nodes(self) -> int:
        return self._session.nodes

    @property
    def message_classes(self) -> int:
        return self._session.message_classes

    @property
    def max_packet_flits(self) -> int:
        return self._session.max_packet_flits

    @property
    def digest(self) -> str:
        """Of all deliveries: that of `run` for the same offers."""
        return f"{self._session.digest:016x}"

    @property
    def counters(self) -> dict[str, int]:
        """Totals since cycle 0: packets_offered, packets_delivered, flits_offered, flits_delivered, flit_hops,
        escape_grants, network_grants, refused_offers, and latency_sum, latency_max, network_latency_sum, hop_sum of
        the delivered packets.
        """
        return self._session.counters()

    @property
    def channel_flits(self) -> np.ndarray:
        """Flits that crossed each channel since cycle 0: an array with the fields channel, source, destination,
        flits.
        """
        return _channel_array(self._columns, "flits", self._session.channel_flits()[self._columns["ids"]])

    def ready(self, node: int, message_class: int = 0) -> bool:
        """Whether a packet would be taken in this cycle. Raises CallError if there is no such node or class."""
        return self._session.ready(node, message_class)

    def offer(self, source: int, destination: int, flits: int, message_class: int = 0, tag: int = 0) -> bool:
        """Offers a packet in this cycle. False if the queue of the source is full. `tag` (64 bits) comes back with
        the delivery. Raises CallError if there can be no such packet.
        """
        return self._session.offer(source, destination, flits, message_class, tag)

    def step(self, cycles: int = 1) -> int:
        """Simulates so many cycles, without the interpreter lock. Returns the number of packets that arrived. After
        KeyboardInterrupt the fabric is between two cycles and can go on. Raises InternalError if a delivery is wrong.
        """
        return self._session.step(cycles)

    def deliveries(self) -> np.ndarray:
        """Takes the packets that have arrived since the last call, in order of ejection, destination and class: an
        array with the fields of `Result.deliveries` and `tag`.
        """
        return self._session.take()

    def check(self) -> None:
        """Raises InternalError unless flits, packets and credits are conserved."""
        self._session.check()

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes the whole state, deliveries that were not taken included. Raises CallError."""
        self._session.save(os.fspath(file))

    def restore(self, file: str | os.PathLike[str]) -> None:
        """Goes on with a state of the same machine. Raises CallError and changes nothing if that is not possible."""
        self._session.restore(os.fspath(file))

    def __repr__(self) -> str:
        return f"<trenza.Fabric: {self.nodes} nodes, cycle {self.cycle}>"
