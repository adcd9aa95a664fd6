"""Configurations as the text that Trenza reads."""

from __future__ import annotations

import json
import operator
import os
import re
from collections.abc import Mapping
from typing import Any

import numpy as np

# Words that YAML takes as they are. All others stand in quotes.
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]*")
_DECIMALS = 9  # of the numbers of a configuration


def text_of(value: Any) -> str:
    """A value as YAML on one line: maps, lists, texts, numbers, True, False and None, also those of NumPy.

    A text is what it would be without quotes in a file: "off" is a switch, "0.4" a number. Floating-point numbers are
    rounded to nine decimals, so that 0.1 + 0.2 is 0.3.
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)}: {text_of(item)}" for key, item in value.items()) + "}"
    if isinstance(value, np.ndarray):
        return text_of(value.tolist())
    if isinstance(value, (list, tuple, range)):
        return "[" + ", ".join(map(text_of, value)) + "]"
    if value is None:
        return "null"
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (str, os.PathLike)):
        text = os.fspath(value)
        return text if _WORD.fullmatch(text) and text != "null" else json.dumps(text, ensure_ascii=False)
    if isinstance(value, (float, np.floating)):
        return _decimal(float(value))
    try:
        return str(operator.index(value))
    except TypeError:
        raise TypeError(f"{value!r} is no value of a configuration") from None


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError(f"{key!r} is no key of a configuration; expected a text")
    return text_of(key)


def _decimal(number: float) -> str:
    text = f"{number:.{_DECIMALS}f}".rstrip("0").rstrip(".")
    return repr(number) if number != 0 and float(text) == 0 else text


def read(config: Any, overrides: Any) -> Any:
    """The configuration, checked. Raises ConfigError."""
    from . import _core

    settings = [(key, text_of(value)) for key, value in (overrides or {}).items()]
    if isinstance(config, Mapping):
        return _core.Experiments("", text_of(config), settings)
    return _core.Experiments(os.fspath(config), None, settings)
