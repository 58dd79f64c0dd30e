"""Cyclic garbage collection: rarely, and at times that we choose.

A move leaves no cycles, but allocates enough to trigger the collector many times a second, and a
full collection over a thousand tables and their connections stops everything for a tenth of a
second. So the young generation is collected every second and then frozen, and everything once an
hour.
"""

import gc

THRESHOLDS = (50_000, 20, 50)  # for bursts between two of our own collections


def start() -> None:
    """Freeze what is loaded by now: it stays, and is not worth a look."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    gc.enable()


def collect_young() -> None:
    gc.collect(1)
    gc.freeze()


def collect_all() -> None:
    gc.unfreeze()
    gc.collect()
    gc.freeze()
