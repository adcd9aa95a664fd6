"""Runs of configurations, and what they give."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from . import _texts
from .errors import NotRecordedWarning


class Series:
    """Every virtual channel in windows of time: what `run.series` asks for. docs/testbench.md defines the numbers.

    The arrays have a row for each virtual channel, `channels[i]` and `vcs[i]`, and a column for each window.
    """

    def __init__(self, document: Mapping[str, Any]):
        rows = document["channels"]
        self.window_cycles: int = document["window_cycles"]
        self.begin = np.array(document["begin"], dtype=np.int64)  #: first cycle of each window
        self.end: int = document["end"]  #: cycle after the last
        self.channels = np.array([row["channel"] for row in rows], dtype=np.str_)  #: "r_3_2.xp"
        self.vcs = np.array([row["vc"] for row in rows], dtype=np.str_)  #: "vc1"
        shape = (len(rows), len(self.begin))

        def table(key: str, kind: type) -> np.ndarray:
            return np.array([row[key] for row in rows], dtype=kind).reshape(shape)

        self.flits = table("flits", np.int64)  #: that crossed to the channel
        self.packets = table("packets", np.int64)  #: that were granted it
        self.use = table("use", np.float64)  #: flits/cycle
        self.occupancy_mean = table("occupancy_mean", np.float64)  #: flits in the buffer at its end
        self.occupancy_max = table("occupancy_max", np.int64)

    def __repr__(self) -> str:
        return f"<trenza.Series: {len(self.channels)} virtual channels, {len(self.begin)} windows>"


class Result:
    """What a run gives."""

    def __init__(
        self, name: str, text: str, deliveries: np.ndarray | None, use: np.ndarray, columns: Mapping[str, Any]
    ):
        self.name = name  #: of the run
        self._text = text
        self.document: dict[str, Any] = json.loads(text)
        """The document that `trenza run --json` writes, without `meta`; docs/testbench.md lists its keys."""
        self._deliveries = deliveries
        self.channel_use = _channel_array(columns, "use", use[columns["ids"]] if len(use) else use)
        """By channel, after the warm-up: an array with the fields channel ("r_3_2.xp"), source, destination (nodes), use
        (flits/cycle).
        """
        self.series: Series | None = Series(self.document["series"]) if "series" in self.document else None
        """None unless the configuration has `run.series`."""

    @property
    def deliveries(self) -> np.ndarray:
        """All packets that arrived, in order of ejection: an array with the fields source, destination (nodes),
        number (of the packet at its source), created, entered, ejected (cycles: of the offer, of the first grant, of
        the tail's ejection), flits, hops, message_class. Raises AttributeError if the run kept none.
        """
        if self._deliveries is None:
            raise AttributeError("the run kept no deliveries; expected run(..., deliveries=True)")
        return self._deliveries

    def _measured(self) -> np.ndarray:
        return self.deliveries[self.deliveries["ejected"] >= self.document["warmup_cycles"]]

    @property
    def latencies(self) -> np.ndarray:
        """Cycles from creation to ejection of each packet that arrived after the warm-up: those of
        `document["latency"]`.
        """
        measured = self._measured()
        return measured["ejected"] - measured["created"]

    @property
    def network_latencies(self) -> np.ndarray:
        """The same from the first grant: those of `document["network_latency"]`."""
        measured = self._measured()
        return measured["ejected"] - measured["entered"]

    def to_json(self) -> str:
        """The document as text, byte for byte that of `trenza run --json` without `meta`."""
        return self._text

    def __repr__(self) -> str:
        return f"<trenza.Result {self.name}: {self.document['outcome']}, {self.document['cycles']} cycles>"


class Comparison(list):
    """The results of a file with `runs`, in its order: a list whose items are also found by name, as in
    `results["rtt"]`.
    """

    def __init__(self, results: Iterable[Result], text: str):
        super().__init__(results)
        self._text = text
        self.document: dict[str, Any] = json.loads(text)
        """The document that `trenza run --json` writes, without `meta`: `runs` and `comparison`."""

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, str):
            return super().__getitem__(index)
        for result in self:
            if result.name == index:
                return result
        raise KeyError(index)

    def to_json(self) -> str:
        """The document as text, byte for byte that of `trenza run --json` without `meta`."""
        return self._text


def run(
    config: str | os.PathLike[str] | Mapping[str, Any],
    overrides: Mapping[str, Any] | None = None,
    *,
    deliveries: bool = True,
    unsafe: bool = False,
    progress: Callable[[float], object] | None = None,
) -> Result | Comparison:
    """Simulates a configuration: the name of a file, or a dictionary of its keys (docs/configuration.md).

    `overrides` are values by the paths of their keys, laid over every run: {"traffic.load": 0.4}. Paths of files in a
    dictionary are relative to the current folder. `deliveries=False` keeps no packets, for runs of many millions of
    them (64 bytes each). `unsafe` runs a network that can deadlock all the same. `progress` is called now and then
    with the share of the run that is done.

    Returns a Result, or a Comparison for a configuration with `runs`, which are simulated one after another. The
    interpreter lock is released meanwhile, so threads simulate in parallel; Ctrl-C raises KeyboardInterrupt in the
    main thread. Raises ConfigError for whatever is wrong, and DeadlockError for a network that can deadlock.
    """
    experiments = _texts.read(config, overrides)
    experiments.require_tlm()
    if experiments.has_waves:
        warnings.warn("`waves` are not recorded in Python; `trenza run` does it", NotRecordedWarning, stacklevel=2)
    names = experiments.names
    if not unsafe:
        for index in range(len(names)):
            experiments.require_proof(index)
    results = []
    batches = []
    for index, name in enumerate(names):
        share = None
        if progress is not None:
            share = _share(progress, index, len(names))
        text, rows, use, batches_of_run = experiments.run(index, deliveries, share)
        batches.append(batches_of_run)
        packets = _without_tag(rows) if deliveries else None
        results.append(Result(name, text, packets, use, experiments.channels(index)))
    if not experiments.compared:
        return results[0]
    return Comparison(results, experiments.document([result.to_json() for result in results], batches))


def _share(progress: Callable[[float], object], index: int, runs: int) -> Callable[[float], object]:
    return lambda done: progress((index + done) / runs)


def _without_tag(rows: np.ndarray) -> np.ndarray:
    """Deliveries of a run: their tags belong to its test bench."""
    return rows[[field for field in rows.dtype.names if field != "tag"]]


def _channel_array(columns: Mapping[str, Any], name: str, values: np.ndarray) -> np.ndarray:
    """An array with a row for each channel: its name, its ends and a value."""
    names = np.array(columns["names"], dtype=np.str_)
    kind = [("channel", names.dtype), ("source", np.int32), ("destination", np.int32), (name, values.dtype)]
    table = np.zeros(len(names), dtype=kind)
    table["channel"] = names
    table["source"] = columns["sources"]
    table["destination"] = columns["destinations"]
    if len(values):
        table[name] = values
    return table
