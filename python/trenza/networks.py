"""Networks without routers: wiring, distances, metrics."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _core, _texts


class Topology:
    """The wiring of a network and what can be computed of it. See `topology`."""

    def __init__(self, wiring: Any):
        self._wiring = wiring
        self.name: str = wiring.name
        self.sizes: tuple[int, ...] = tuple(wiring.sizes)
        """Of the dimensions, the first one first; empty if nodes have no coordinates."""
        self.port_names: list[str] = wiring.port_names
        self.neighbours: np.ndarray = wiring.neighbours()
        """By node and port: the node at the end of the channel, -1 where there is none."""
        self._metrics: dict[str, Any] | None = None

    @property
    def nodes(self) -> int:
        return len(self.neighbours)

    @property
    def coordinates(self) -> np.ndarray:
        """By node: its coordinates, the first dimension first. Without columns if it has none."""
        if not self.sizes:
            return np.zeros((self.nodes, 0), dtype=np.int64)
        return np.stack(np.unravel_index(np.arange(self.nodes), self.sizes, order="F"), axis=1)

    @property
    def adjacency(self) -> np.ndarray:
        """By node and node: the number of channels from the first to the second."""
        matrix = np.zeros((self.nodes, self.nodes), dtype=np.int32)
        sources, ports = np.nonzero(self.neighbours >= 0)
        np.add.at(matrix, (sources, self.neighbours[sources, ports]), 1)
        return matrix

    def distances(self, source: int | None = None) -> np.ndarray:
        """Hops from a node to all; without one, from every node to every node (rows are sources). -1 where there is
        no way. Raises CallError if there is no such node.
        """
        if source is not None:
            return self._wiring.distances(source)
        return np.stack([self._wiring.distances(node) for node in range(self.nodes)])

    def metrics(
        self, *, worst_case: bool = False, samples: int = 0, seed: int = 1, threads: int = 1
    ) -> dict[str, Any]:
        """The record that `trenza topology --json` writes, defined in docs/networks.md. `worst_case`: also the
        permutation that loads a link most. `samples`: distances from so many random sources (of that seed) alone; 0:
        from all, or from some where that would take minutes.
        """
        return json.loads(self._wiring.metrics(threads, samples, seed, worst_case))

    def _metric(self, key: str) -> Any:
        if self._metrics is None:
            self._metrics = self.metrics()
        return self._metrics[key]

    @property
    def diameter(self) -> int:
        return self._metric("diameter")

    @property
    def mean_distance(self) -> float:
        """Over the ordered pairs of different nodes."""
        return self._metric("mean_distance")

    @property
    def uniform_even_split(self) -> float | None:
        """Phits per cycle and node of uniform traffic that is split evenly over all shortest paths; None if it was
        left out. A router that splits it otherwise may carry more."""
        return self._metric("uniform_even_split")

    @property
    def bisection_links(self) -> float:
        """`metrics()["bisection"]` says whether this is exact or an upper bound."""
        return self._metric("bisection_links")

    def __repr__(self) -> str:
        return f"<trenza.Topology {self.name}: {self.nodes} nodes>"


def topology(spec: str | Mapping[str, Any]) -> Topology:
    """The network of a SPEC as `trenza topology` takes it, or of the key `topology` of a configuration:
    {"kind": "rtt", "a": 4}, {"rtt": {"a": 4}}, or the text "rtt: {a: 4}". Raises ConfigError.
    """
    if isinstance(spec, str):
        return Topology(_core.Wiring(spec, True))
    if not isinstance(spec, Mapping):
        raise TypeError(f"{spec!r} is no network; expected a text or a dictionary")
    return Topology(_core.Wiring(_texts.text_of(spec), False))
