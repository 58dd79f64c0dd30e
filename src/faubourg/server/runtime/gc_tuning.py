"""When Python looks for circles of garbage.

A move leaves none, but makes enough objects to set off the usual search many times a second, and a
search through a thousand tables and their connections stops everything for a tenth of a second. So
every second only what is new is looked through and then set aside, and everything once an hour.
"""

import gc

RARELY = (50_000, 20, 50)  # should much more than usual be made between two looks


def begin() -> None:
    """What is here now stays: no need to look through it again and again."""
    look_everywhere()
    gc.set_threshold(*RARELY)


def look_at_new() -> None:
    gc.collect(1)
    gc.freeze()


def look_everywhere() -> None:
    gc.unfreeze()
    gc.collect()
    gc.freeze()
