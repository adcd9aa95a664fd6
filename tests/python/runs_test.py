"""Runs from Python against the command, and against their own documents."""

import json
import os
import pathlib
import signal
import tempfile
import threading
import time
import unittest
import warnings

import numpy as np
import trenza
from trenza_program import ROOT, document_of

RTT4 = {
    "topology": {"kind": "rtt", "a": 4},
    "router": {"max_packet_flits": 16},
    "traffic": {"pattern": "uniform", "packet_flits": 16, "load": 0.3},
    "run": {"cycles": 3000},
}
# Minutes of work, for tests that end it.
LONG = {**RTT4, "run": {"cycles": 500_000_000}}


def yaml_file(folder, text):
    file = pathlib.Path(folder) / "noc.yaml"
    file.write_text(text)
    return file


class SameAsTheCommand(unittest.TestCase):
    def test_the_first_example(self):
        file = os.path.join(ROOT, "configs/quickstart.yaml")
        with self.assertWarns(trenza.NotRecordedWarning):
            runs = trenza.run(file)
        self.assertEqual(runs.to_json(), document_of("run", file))
        self.assertEqual([run.name for run in runs], ["rt", "rtt"])
        self.assertIs(runs["rtt"], runs[1])
        self.assertEqual(runs.document["runs"][1], {"name": "rtt", **runs["rtt"].document})
        with self.assertRaises(KeyError):
            runs["pt"]

    def test_everything_that_can_be_recorded(self):
        more = {"series": 500, "sources": True, "flows": True, "stalls": "detail", "seed": 7}
        config = {**RTT4, "name": "all", "run": {"cycles": 3000, **more}}
        with tempfile.TemporaryDirectory() as folder:
            file = yaml_file(folder, json.dumps(config))
            command = document_of("run", str(file))
            self.assertEqual(trenza.run(file).to_json(), command)
            self.assertEqual(trenza.run(config).to_json(), command)
            self.assertEqual(trenza.run(config, deliveries=False).to_json(), command)

    def test_measures_and_runs_until_they_are_precise(self):
        with tempfile.TemporaryDirectory() as folder:
            file = yaml_file(folder, json.dumps(RTT4))
            for key, value in {
                "measure": {"maximum_throughput": {"within": 0.05}},
                "run.until": {"relative": 0.1, "cycles": 30000},
            }.items():
                command = document_of("run", str(file), "--set", f"{key}={json.dumps(value)}")
                self.assertEqual(trenza.run(file, {key: value}).to_json(), command)

    def test_overrides(self):
        with tempfile.TemporaryDirectory() as folder:
            file = yaml_file(folder, json.dumps(RTT4))
            command = document_of("run", str(file), "--set", "router.arbiter=age", "--set", "traffic.load=0.3")
            overrides = {"router.arbiter": "age", "traffic.load": np.float64(0.1) + 0.2}
            self.assertEqual(trenza.run(file, overrides).to_json(), command)


class Arrays(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = trenza.run(RTT4, {"run.series": 700, "run.cycles": 20000, "run.warmup": 4000})

    def test_deliveries_are_those_of_the_document(self):
        result, document = self.result, self.result.document
        self.assertTrue(document["steady"], document["steady_reason"])
        rows = result.deliveries
        self.assertEqual(len(rows), document["packets"])
        self.assertEqual(rows["flits"].sum(), document["flits"])
        hops = (rows["flits"] * rows["hops"]).sum()  # the document has those of packets that did not arrive, too
        self.assertTrue(0.99 * document["flit_hops"] < hops <= document["flit_hops"], hops)
        self.assertTrue((np.diff(rows["ejected"]) >= 0).all())
        self.assertTrue((rows["source"] != rows["destination"]).all())
        self.assertTrue((rows["created"] <= rows["entered"]).all())
        self.assertNotIn("tag", rows.dtype.names)
        self.assertEqual(document["warmup_cycles"], 4000)
        self.assertEqual(result.latencies.mean(), document["latency"]["mean"])
        self.assertEqual(result.latencies.max(), document["latency"]["max"])
        self.assertEqual(result.network_latencies.mean(), document["network_latency"]["mean"])

    def test_use_of_channels(self):
        use = self.result.channel_use
        self.assertEqual(len(use), 32 * 4)
        busiest = use[use["use"].argmax()]
        self.assertEqual(busiest["use"], self.result.document["link_use"]["max"])
        self.assertEqual(busiest["channel"], self.result.document["link_use"]["max_name"])
        self.assertAlmostEqual(use["use"].mean(), self.result.document["link_use"]["mean"])
        twisted = use[use["channel"] == "r_0_3.yp"][0]  # y comes back 4 columns further: node x + 8 y
        self.assertEqual((twisted["source"], twisted["destination"]), (24, 4))

    def test_series(self):
        series = self.result.series
        self.assertEqual(list(series.begin[:3]), [0, 700, 1400])
        self.assertEqual(series.flits.shape, (32 * 4 * 3, 29))
        self.assertEqual(series.end, 20000)
        # Flits of a packet that is crossing at the end: the counter has them all, the windows those that have crossed.
        document = self.result.document
        self.assertLess(abs(int(series.flits.sum()) - document["flit_hops"]), 0.01 * document["flit_hops"])
        last = document["series"]["channels"][-1]
        self.assertEqual((series.channels[-1], series.vcs[-1]), (last["channel"], last["vc"]))
        self.assertEqual(series.occupancy_mean[-1].tolist(), last["occupancy_mean"])
        self.assertIsNone(trenza.run(RTT4).series)

    def test_what_was_not_kept_is_not_there(self):
        result = trenza.run(RTT4, deliveries=False)
        with self.assertRaisesRegex(AttributeError, "kept no deliveries"):
            result.latencies


class Errors(unittest.TestCase):
    def wrong(self, *arguments, error=trenza.ConfigError, **more):
        with self.assertRaises(error) as caught:
            trenza.run(*arguments, **more)
        return caught.exception

    def test_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            file = yaml_file(folder, "topology: {kind: rt, a: 4}\nrouter: {abriter: age}\n")
            error = self.wrong(file)
        self.assertEqual((error.file, error.line, error.column), (str(file), 2, 10))
        self.assertEqual((error.key, error.nearest), ("router.abriter", "arbiter"))
        self.assertTrue(error.expected.startswith("one of `"), error.expected)
        self.assertTrue(str(error).startswith(f"{file}:2:10: router.abriter: unknown key; expected"), error)
        self.assertIsInstance(error, ValueError)

    def test_a_dictionary(self):
        error = self.wrong({**RTT4, "topology": {"kind": "rtt", "a": 0}})
        self.assertEqual((error.file, error.line, error.column, error.key), (None, None, None, "topology.a"))
        self.assertTrue(str(error).startswith("experiment: topology.a: 0 is out of range; expected"), error)
        error = self.wrong({"runs": [{"name": "a", "router": {"arbiter": "agee"}}], **RTT4, "router": {}})
        self.assertEqual((error.key, error.nearest), ("runs[0].router.arbiter", "age"))
        self.assertEqual(self.wrong({"traffic": RTT4["traffic"]}).key, "topology.kind")

    def test_overrides(self):
        error = self.wrong(RTT4, {"traffic.load": "fast"})
        self.assertEqual((error.file, error.line, error.key), (None, None, "traffic.load"))
        self.assertTrue(str(error).startswith("overrides: traffic.load: is `fast`"), error)

    def test_files_that_are_not_there(self):
        self.assertEqual(self.wrong("no/such.yaml").file, "no/such.yaml")
        trace = {**RTT4, "traffic": {"trace": "no/such.goal"}}
        self.assertIn("no/such.goal", str(self.wrong(trace)))

    def test_a_trace(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = pathlib.Path(folder) / "wrong.goal"
            trace.write_text("num_ranks 2\nrank 0 {\nl1: sand 8b to 1\n}\nrank 1 {\n}\n")
            error = self.wrong({**RTT4, "traffic": {"trace": trace}})
        self.assertEqual((error.file, error.line), (str(trace), 3))

    def test_what_needs_a_process_of_its_own(self):
        error = self.wrong(RTT4, {"run.view": "pin"})
        self.assertEqual(error.key, "run.view")
        self.assertIn("the tlm view, which gives the same results", error.expected)
        self.assertEqual(self.wrong(RTT4, {"rtl": {"crossbar": "r_0_0"}}).key, "rtl")
        self.assertEqual(self.wrong(RTT4, {"detail.pin": ["r_0_0"]}).key, "detail")

    def test_a_network_that_can_deadlock(self):
        error = self.wrong(RTT4, {"router.bubble": False}, error=trenza.DeadlockError)
        self.assertRegex(str(error), r"experiment: .* can deadlock: .*->")
        self.assertEqual(trenza.run(RTT4, {"router.bubble": "off"}, unsafe=True).document["nodes"], 32)

    def test_values_of_no_configuration(self):
        for value in ({1: 2}, object(), 1j):
            with self.assertRaises(TypeError):
                trenza.run({"topology": value})
        with self.assertRaises(TypeError):
            trenza.run(7)


class Threads(unittest.TestCase):
    def test_the_interpreter_goes_on(self):
        counted, done = 0, threading.Event()

        def simulate():
            trenza.run(RTT4, {"run.cycles": 400_000})
            done.set()

        thread = threading.Thread(target=simulate)
        thread.start()
        while not done.wait(0.001):
            counted += 1
        thread.join()
        # A run takes some hundred milliseconds: with the lock held this would count to 1 or 2.
        self.assertGreater(counted, 20)

    def test_runs_side_by_side_are_the_same(self):
        loads = [0.2, 0.3, 0.4, 0.5]
        alone = [trenza.run(RTT4, {"traffic.load": load}).to_json() for load in loads]
        together = [None] * len(loads)

        def simulate(index):
            together[index] = trenza.run(RTT4, {"traffic.load": loads[index]}).to_json()

        threads = [threading.Thread(target=simulate, args=(index,)) for index in range(len(loads))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(together, alone)

    def test_an_interrupt_ends_a_run_soon(self):
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        begin = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            trenza.run(LONG, deliveries=False)
        self.assertLess(time.monotonic() - begin, 3)
        self.assertEqual(trenza.run(RTT4).document["outcome"], "finished")

    def test_progress_is_told_and_may_end_a_run(self):
        shares = []

        def enough(share):
            shares.append(share)
            if len(shares) == 3:
                raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            trenza.run(LONG, progress=enough, deliveries=False)
        self.assertEqual(shares, sorted(shares))
        self.assertTrue(all(0 < share < 1 for share in shares), shares)


class Texts(unittest.TestCase):
    def test_values_mean_what_they_would_in_a_file(self):
        from trenza._texts import text_of

        self.assertEqual(text_of({"a": [1, 2.5, True, None], "b": "off"}), "{a: [1, 2.5, true, null], b: off}")
        self.assertEqual(text_of(0.1 + 0.2), "0.3")
        self.assertEqual(text_of(1 / 3), "0.333333333")
        self.assertEqual(text_of(1e-12), "1e-12")
        self.assertEqual(text_of(-0.0), "-0")
        self.assertEqual(text_of(1e20), "100000000000000000000")
        self.assertEqual(text_of(np.arange(3)), "[0, 1, 2]")
        self.assertEqual(text_of((np.int64(4), np.bool_(True), np.float32(0.5))), "[4, true, 0.5]")
        self.assertEqual(text_of("a: {b}"), '"a: {b}"')
        self.assertEqual(text_of("null"), '"null"')
        self.assertEqual(text_of(pathlib.Path("a/b")), '"a/b"')

    def test_words_of_dictionaries(self):
        config = {**RTT4, "topology": {"tpu": "4x4x8_twisted"}, "router": {"bubble": "on", "max_packet_flits": "16"}}
        self.assertEqual(trenza.run(config, {"run.cycles": "100"}).document["nodes"], 128)


if __name__ == "__main__":
    unittest.main()
