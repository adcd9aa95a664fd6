"""Metrics of networks against the command and against NumPy."""

import json
import os
import subprocess
import unittest

import numpy as np
import trenza


def record_of(*arguments):
    program = [os.environ["TRENZA_PROGRAM"], "topology", *arguments, "--json", "-"]
    return json.loads(subprocess.run(program, check=True, capture_output=True, text=True).stdout)


class Topology(unittest.TestCase):
    def test_the_metrics_are_those_of_the_command(self):
        self.assertEqual(trenza.topology({"kind": "rtt", "a": 4}).metrics(), record_of("rtt: {a: 4}"))
        ibt = {"ibt": {"n": 8, "d": 2, "b": [4]}}
        self.assertEqual(trenza.topology(ibt).metrics(), record_of("ibt: {n: 8, d: 2, b: [4]}"))
        worst = trenza.topology("rt: 4").metrics(worst_case=True, threads=2)
        self.assertEqual(worst, record_of("rt: 4", "--worst-case"))

    def test_distances_and_adjacency(self):
        network = trenza.topology("twisted_torus: {size: [6, 3], twist: {yx: 2}}")
        adjacency = network.adjacency
        self.assertEqual(adjacency.shape, (18, 18))
        self.assertTrue((adjacency.sum(axis=1) == 4).all())
        expected = np.full((18, 18), -1)
        power = np.eye(18, dtype=int)
        for hops in range(18):
            expected[(expected < 0) & (power > 0)] = hops
            power = power @ adjacency
        np.testing.assert_array_equal(network.distances(), expected)
        np.testing.assert_array_equal(network.distances(5), expected[5])
        self.assertEqual(network.diameter, expected.max())
        self.assertAlmostEqual(network.mean_distance, expected.sum() / (18 * 17))
        self.assertEqual(network.bisection_links, network.metrics()["bisection_links"])
        self.assertEqual(network.uniform_even_split, network.metrics()["uniform_even_split"])

    def test_wiring(self):
        network = trenza.topology({"rtt": {"a": 4}})
        self.assertEqual((network.name, network.nodes, network.sizes), ("rtt(4)", 32, (8, 4)))
        self.assertEqual(network.port_names, ["xp", "xm", "yp", "ym"])
        self.assertEqual(network.coordinates[25].tolist(), [1, 3])
        self.assertEqual(network.neighbours[25].tolist(), [26, 24, 5, 17])  # y comes back 4 columns further
        self.assertEqual(trenza.topology({"kind": "mesh", "size": [3, 3]}).neighbours[0].tolist(), [1, -1, 3, -1])

    def test_errors(self):
        with self.assertRaises(trenza.ConfigError) as caught:
            trenza.topology({"kind": "rtx", "a": 4})
        self.assertIsNone(caught.exception.line)
        self.assertIn("`rtx` is no kind of network", str(caught.exception))
        with self.assertRaises(trenza.ConfigError) as caught:
            trenza.topology("rtt: {b: 4}")
        self.assertEqual((caught.exception.line, caught.exception.column), (1, 7))
        with self.assertRaisesRegex(trenza.CallError, "there is no node 32"):
            trenza.topology("rtt: 4").distances(32)
        with self.assertRaises(TypeError):
            trenza.topology(4)


if __name__ == "__main__":
    unittest.main()
