"""The flit-level machine in Python: runs as of the command, fabrics that are stepped as its contract says."""

import json
import pathlib
import tempfile
import unittest

import numpy as np
import trenza
from trenza_program import ROOT, document_of

WORMS = {
    "topology": {"kind": "rtt", "a": 2},
    "router": {
        "switching": "wormhole",
        "message_classes": 2,
        "max_packet_flits": 6,
        "virtual_channels": {"count": 2},
        "buffer_flits": 3,
        "routing_delay": 1,
    },
    "traffic": {"pattern": "uniform", "packet_flits": [{"flits": 1, "weight": 1}, {"flits": 6, "weight": 1}], "reply_flits": 4, "load": 0.3},
    "run": {"cycles": 2000},
}


class Worms(unittest.TestCase):
    def test_a_run_is_that_of_the_command(self):
        run = trenza.run(WORMS)
        self.assertGreater(len(run.deliveries), 500)
        self.assertEqual({int(row) for row in np.unique(run.deliveries["flits"])}, {1, 4, 6})
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "noc.yaml"
            file.write_text(json.dumps(WORMS))
            self.assertEqual(trenza.run(file).to_json(), document_of("run", file))
            self.assertEqual(trenza.run(file).document["digest"], run.document["digest"])

    def test_a_trace_is_replayed(self):
        trace = {
            "topology": {"torus": [4, 2]},
            "router": {"switching": "wormhole", "virtual_channels": {"count": 2}},
            "traffic": {"trace": str(pathlib.Path(ROOT) / "configs/traces/mg.S.8.goal.zst"), "computation": 0},
        }
        run = trenza.run(trace)
        self.assertEqual((run.document["outcome"], run.document["messages"]), ("finished", 2832))

    def test_a_fabric_has_the_latency_of_the_contract(self):
        fabric = trenza.Fabric(WORMS)
        fabric.step(10)
        self.assertTrue(fabric.offer(0, 1, 3, message_class=1, tag=-77))
        latency = 1 * 2 + 2 + 2  # one hop: I + h (D + G + H) + (D + G + Z) + (l - 1)
        self.assertEqual(fabric.step(latency), 0)
        self.assertEqual(fabric.step(), 1)
        (packet,) = fabric.deliveries()
        self.assertEqual((int(packet["tag"]), int(packet["created"]), int(packet["ejected"])), (-77, 10, 10 + latency))
        fabric.step()
        self.assertTrue(fabric.idle)
        fabric.check()

    def test_the_offers_of_a_run_give_its_deliveries(self):
        config = {**WORMS, "traffic": {"pattern": "uniform", "packet_flits": 6, "load": 0.5}}
        run = trenza.run(config)
        fabric = trenza.Fabric(config)
        rows = np.sort(run.deliveries, order=["created", "source", "number"])
        for row in rows[rows["created"] < 500]:
            if row["created"] > fabric.cycle:
                fabric.step(int(row["created"]) - fabric.cycle)
            fabric.offer(row["source"], row["destination"], row["flits"], tag=row["number"])
        fabric.step(500 - fabric.cycle)
        mine, theirs = fabric.deliveries(), run.deliveries[run.deliveries["ejected"] < 500]
        self.assertGreater(len(mine), 200)
        for field in theirs.dtype.names:
            np.testing.assert_array_equal(mine[field], theirs[field], field)

    def test_a_saved_fabric_goes_on(self):
        first, second = trenza.Fabric(WORMS), trenza.Fabric(WORMS)
        for source in range(1, 8):
            first.offer(source, 0, 6)
        first.step(9)
        with tempfile.TemporaryDirectory() as folder:
            state = pathlib.Path(folder) / "state"
            first.save(state)
            second.restore(state)
        first.step(100)
        second.step(100)
        self.assertEqual(first.digest, second.digest)
        self.assertEqual(len(second.deliveries()), 7)

    def test_what_is_refused_is_named(self):
        with self.assertRaisesRegex(trenza.DeadlockError, "expected router.virtual_channels.count of 2 or more"):
            trenza.Fabric(WORMS, {"router.virtual_channels.count": 1})
        with self.assertRaisesRegex(trenza.ConfigError, "router.bubble: does not apply here"):
            trenza.run(WORMS, {"router.bubble": "on"})
        with self.assertRaisesRegex(trenza.ConfigError, "the pin view cannot be simulated in Python"):
            trenza.run(WORMS, {"run.view": "pin"})


if __name__ == "__main__":
    unittest.main()
