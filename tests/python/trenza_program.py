"""The command line program, for comparisons."""

import os
import subprocess
import tempfile
import unittest

ROOT = os.environ["TRENZA_ROOT"]


def document_of(*arguments):
    """The document that the program writes, as text without its last key, `meta`."""
    with tempfile.TemporaryDirectory() as folder:  # where waves go
        program = [os.environ["TRENZA_PROGRAM"], *arguments, "--json", "-", "-q"]
        printed = subprocess.run(program, cwd=folder, check=True, capture_output=True, text=True).stdout
    document, meta = printed.rsplit(',\n  "meta": {', 1)
    unittest.TestCase().assertTrue(meta.endswith("\n  }\n}\n"))
    return document + "\n}"
