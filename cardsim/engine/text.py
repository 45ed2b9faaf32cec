"""Texts that others wrote, made fit for a terminal, a figure or a page; and strict JSON.

Names and titles come from configs, files and command lines. What they hold is shown as text and
never acts: a control character is shown by its picture (a bell as ␇), so that no terminal obeys it
and every SVG and HTML file stays readable.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

LONGEST = 120  # letters of what an error quotes
PICTURES = 0x2400  # Unicode's pictures of the control characters stand in their order from here
DELETE, PICTURE_OF_DELETE = 0x7F, 0x2421
RAW_BYTES = range(0xDC80, 0xDD00)  # PEP 383: bytes of a file's name that are no text
UNKNOWN = "\N{REPLACEMENT CHARACTER}"

# C0 and C1 controls, those that turn the direction of writing, surrogates that stand alone, and
# the two code points that XML has no room for.
_ACTING = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
_LAYOUT = "\n\t"


def cleaned(text: object) -> str:
    """Return a text of several lines without characters that act: only line ends and tabs stay."""
    return _ACTING.sub(_picture_unless_layout, str(text))


def one_line(text: object) -> str:
    """Return a text as one line: as `cleaned`, and line ends and tabs become spaces."""
    return _ACTING.sub(_picture, re.sub(r"\r\n|[\n\r\t]", " ", str(text)))


def quoted(text: object) -> str:
    """Return a text as an error quotes it: all of it visible, and not too long."""
    return shortened(_ACTING.sub(_picture, str(text)))


def shortened(text: str, most: int = LONGEST) -> str:
    """Return a text of at most so many letters; the middle is left out, and how long it was told."""
    if len(text) <= most:
        return text
    told = f" … ({len(text):,} characters) … "
    room = max(most - len(told), 8)
    return text[: room - room // 3] + told + text[len(text) - room // 3 :]


def _picture(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < ord(" "):
        return chr(PICTURES + code)
    if code == DELETE:
        return chr(PICTURE_OF_DELETE)
    return f"\\x{code - 0xDC00:02x}" if code in RAW_BYTES else UNKNOWN


def _picture_unless_layout(found: re.Match[str]) -> str:
    return found[0] if found[0] in _LAYOUT else _picture(found)


def strict_json(data: Any, **how: Any) -> str:
    """Return data as JSON that every parser reads: a number that is not finite is null.

    Parameters
    ----------
    data : object
        Mappings, sequences, texts and numbers; anything else is written as text.
    **how
        Passed on to `json.dumps`.
    """
    return json.dumps(_finite(data), allow_nan=False, default=str, **how)


def escaped(text: str) -> str:
    """Return JSON text with every character that acts written as its escape."""
    return _ACTING.sub(
        lambda found: found[0] if found[0] in _LAYOUT else f"\\u{ord(found[0]):04x}", text
    )


def _finite(data: Any) -> Any:
    if isinstance(data, float):
        return data if math.isfinite(data) else None
    if isinstance(data, Mapping):
        return {key: _finite(value) for key, value in data.items()}
    return [_finite(value) for value in data] if isinstance(data, list | tuple) else data
