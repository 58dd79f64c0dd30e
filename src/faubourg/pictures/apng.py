"""Animated PNG from frames in PNG, which all browsers show. The pixels are taken over as they are:
only chunks are put in another order, as the PNG specification (third edition) says."""

import struct
import zlib
from collections.abc import Iterator, Sequence

SIGNATURE = b"\x89PNG\r\n\x1a\n"
LAST_TIMES = 4  # as long as another frame is the last one shown


def animation(frames: Sequence[bytes], milliseconds: int) -> bytes:
    """Frames of one size, each shown for so long, again and again; the last one longer."""
    if not frames:
        raise ValueError("an animation needs a frame")
    header = next(data for kind, data in _chunks(frames[0]) if kind == b"IHDR")
    made = [SIGNATURE, _chunk(b"IHDR", header), _chunk(b"acTL", struct.pack(">II", len(frames), 0))]
    number = 0
    for at, frame in enumerate(frames):
        times = LAST_TIMES if at == len(frames) - 1 else 1
        made.append(_chunk(b"fcTL", _control(number, header, milliseconds * times)))
        number += 1
        for kind, data in _chunks(frame):
            if kind == b"IHDR" and data != header:
                raise ValueError("frames of different sizes")
            if kind == b"IDAT" and at == 0:
                made.append(_chunk(b"IDAT", data))
            elif kind == b"IDAT":
                made.append(_chunk(b"fdAT", struct.pack(">I", number) + data))
                number += 1
    return b"".join([*made, _chunk(b"IEND", b"")])


def _control(number: int, header: bytes, milliseconds: int) -> bytes:
    """A frame over the whole picture that replaces the one before."""
    width, height = struct.unpack(">II", header[:8])
    return struct.pack(">IIIIIHHBB", number, width, height, 0, 0, milliseconds, 1000, 0, 0)


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        yield kind, png[at + 8 : at + 8 + length]
        at += length + 12


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
