"""Reads a QR picture from a screenshot, as a phone does."""

import struct
import zlib

import numpy as np
import zxingcpp
from numpy.typing import NDArray
from playwright.sync_api import Locator


def read_qr(shown: Locator) -> str:
    """What the picture says."""
    [found] = zxingcpp.read_barcodes(pixels(shown.screenshot()))
    return str(found.text)


def pixels(png: bytes) -> NDArray[np.uint8]:
    """The red channel of a PNG of 8 bits for each of 3 or 4 channels, as browsers write them."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    channels = {2: 3, 6: 4}[kind]
    assert depth == 8
    lines = np.frombuffer(zlib.decompress(_data(png)), np.uint8).reshape(height, -1)
    rows = np.zeros((height + 1, width + 1, channels), int)  # with an edge of zeros
    for y, line in enumerate(lines):
        _unfilter(int(line[0]), line[1:].reshape(width, channels), rows[y], rows[y + 1])
    return np.ascontiguousarray(rows[1:, 1:, 0], np.uint8)


def _data(png: bytes) -> bytes:
    data, at = b"", 8
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        if name == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    return data


def _unfilter(
    filter: int, line: NDArray[np.uint8], above: NDArray[np.int_], row: NDArray[np.int_]
) -> None:
    """Undo a filter of PNG: none, left, up, mean, Paeth."""
    for x, value in enumerate(line.astype(int), start=1):
        left, up, corner = row[x - 1], above[x], above[x - 1]
        near = np.abs(np.stack([up - corner, left - corner, left + up - 2 * corner]))
        paeth = np.choose(near.argmin(axis=0), [left, up, corner])
        guesses = (np.zeros_like(left), left, up, (left + up) // 2, paeth)
        row[x] = (value + guesses[filter]) % 256
