"""A fabric that is stepped, against its contract and against runs."""

import os
import pathlib
import signal
import tempfile
import threading
import time
import unittest

import numpy as np
import trenza

RTT2 = {
    "topology": {"kind": "rtt", "a": 2},
    "router": {"message_classes": 2, "max_packet_flits": 5, "router_delay": 2},
    "traffic": {"pattern": "uniform", "packet_flits": 5, "load": 0.4},
    "run": {"cycles": 2000},
}


class Fabric(unittest.TestCase):
    def test_a_delivery_brings_back_what_was_offered(self):
        fabric = trenza.Fabric(RTT2)
        self.assertEqual((fabric.nodes, fabric.message_classes, fabric.max_packet_flits), (8, 2, 5))
        fabric.step(10)
        self.assertTrue(fabric.offer(0, 1, 4, message_class=1, tag=-77))
        self.assertFalse(fabric.idle)
        latency = 7  # one hop: h (R + L) + (l - 1) + (R - 1) = 3 + 3 + 1
        self.assertEqual(fabric.step(latency), 0)
        self.assertEqual(len(fabric.deliveries()), 0)
        self.assertEqual(fabric.step(), 1)
        (packet,) = fabric.deliveries()
        got = {field: int(packet[field]) for field in packet.dtype.names}
        expected = dict(source=0, destination=1, number=0, created=10, entered=11, ejected=17, tag=-77, flits=4, hops=1)
        self.assertEqual(got, {**expected, "message_class": 1})
        self.assertEqual(len(fabric.deliveries()), 0)
        self.assertEqual(fabric.cycle, 18)
        self.assertEqual(fabric.counters["latency_sum"], latency)
        fabric.check()

    def test_the_offers_of_a_run_give_its_deliveries(self):
        run = trenza.run(RTT2, {"router.max_packet_flits": 8})
        fabric = trenza.Fabric(RTT2, {"router.max_packet_flits": 8})
        # Those that did not arrive were offered too, but came last at their sources.
        rows = np.sort(run.deliveries, order=["created", "source", "number"])
        early = rows[rows["created"] < 500]
        for row in early:
            if row["created"] > fabric.cycle:
                fabric.step(int(row["created"]) - fabric.cycle)
            fabric.offer(row["source"], row["destination"], row["flits"], tag=row["number"])
        fabric.step(500 - fabric.cycle)
        mine = fabric.deliveries()
        theirs = run.deliveries[run.deliveries["ejected"] < 500]
        self.assertGreater(len(mine), 200)
        for field in theirs.dtype.names:
            np.testing.assert_array_equal(mine[field], theirs[field], field)
        np.testing.assert_array_equal(mine["tag"], mine["number"])
        crossed = fabric.channel_flits
        self.assertEqual(crossed["flits"].sum(), fabric.counters["flit_hops"])
        self.assertEqual(crossed["channel"][0], "r_0_0.xp")

    def test_queues_hold_packets_back(self):
        bounded, free = trenza.Fabric(RTT2, queue=2), trenza.Fabric(RTT2)
        self.assertEqual([bounded.offer(0, 3, 5) for _ in range(3)], [True, True, False])
        self.assertFalse(bounded.ready(0))
        self.assertTrue(bounded.ready(0, 1))
        self.assertEqual(bounded.counters["refused_offers"], 1)
        self.assertTrue(all(free.offer(0, 3, 5) for _ in range(100)))

    def test_a_saved_fabric_goes_on(self):
        first, second = trenza.Fabric(RTT2), trenza.Fabric(RTT2)
        for source in range(1, 8):
            first.offer(source, 0, 5)
        first.step(9)
        with tempfile.TemporaryDirectory() as folder:
            state = pathlib.Path(folder) / "state"
            first.save(state)
            second.restore(state)
        first.step(100)
        second.step(100)
        self.assertEqual(first.digest, second.digest)
        self.assertEqual(len(first.digest), 16)
        self.assertEqual(len(second.deliveries()), 7)

    def test_wrong_calls(self):
        fabric = trenza.Fabric(RTT2)
        for call in (
            lambda: fabric.offer(8, 1, 1),
            lambda: fabric.offer(1, 1, 1),
            lambda: fabric.offer(0, 1, 6),
            lambda: fabric.ready(0, 2),
            lambda: fabric.step(0),
            lambda: fabric.restore("/no/such/file"),
            lambda: trenza.Fabric(RTT2, queue=-1),
            lambda: trenza.Fabric({**RTT2, "runs": [{"name": "a"}, {"name": "b"}]}),
        ):
            with self.assertRaises(trenza.CallError):
                call()
        with self.assertRaisesRegex(trenza.CallError, "there is no node 8; expected 0 to 7"):
            fabric.offer(8, 1, 1)
        with self.assertRaises(trenza.ConfigError):
            trenza.Fabric("no.yaml")
        with self.assertRaises(trenza.DeadlockError):
            trenza.Fabric(RTT2, {"router.bubble": "off"})
        self.assertEqual((fabric.cycle, fabric.idle), (0, True))

    def test_a_long_step_can_be_interrupted_and_goes_on(self):
        fabric = trenza.Fabric(RTT2)
        packets = 200_000
        for number in range(packets):
            fabric.offer(number % 4, 4 + number % 3, 5)
        threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
        begin = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            while True:
                fabric.step(1_000_000_000_000)
        self.assertLess(time.monotonic() - begin, 3)
        fabric.step(1_000_000_000_000)
        fabric.check()
        self.assertEqual(len(fabric.deliveries()), packets)

    def test_two_threads_are_told_apart(self):
        fabric = trenza.Fabric(RTT2)
        for _ in range(100_000):
            fabric.offer(0, 3, 5)
        thread = threading.Thread(target=fabric.step, args=(1_000_000,))
        refused = None
        thread.start()
        while thread.is_alive() and refused is None:
            try:
                fabric.offer(1, 3, 5)
            except trenza.CallError as error:
                refused = str(error)
        thread.join()
        self.assertIn("is in step() of another thread", refused or "")
        self.assertTrue(fabric.offer(0, 3, 5))


if __name__ == "__main__":
    unittest.main()
