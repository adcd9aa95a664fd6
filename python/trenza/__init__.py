"""Trenza: cycle-accurate networks on chip, from Python.

    import trenza
    rt, rtt = trenza.run("configs/quickstart.yaml")
    print(rt.document["execution_cycles"] / rtt.document["execution_cycles"])

`run` simulates a configuration and returns its document and NumPy arrays, `Fabric` is a network to step cycle by
cycle, `topology` tells the metrics of a network without a simulation. Everything runs in the tlm view, without the
interpreter lock, and gives the numbers of the command `trenza`.
"""

from ._core import version as __version__
from .errors import CallError, ConfigError, DeadlockError, Error, InternalError, NotRecordedWarning
from .fabric import Fabric
from .networks import Topology, topology
from .runs import Comparison, Result, Series, run

__all__ = [
    "CallError",
    "Comparison",
    "ConfigError",
    "DeadlockError",
    "Error",
    "Fabric",
    "InternalError",
    "NotRecordedWarning",
    "Result",
    "Series",
    "Topology",
    "run",
    "topology",
]
