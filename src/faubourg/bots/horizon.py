"""The turn before which searches and playouts are cut off, for kernels and for Python."""

from faubourg.kernels.compile import inlined

FOREVER = 1 << 40  # turns: to the end of the game


@inlined
def cut_off(turn: int, horizon: int, period: int) -> int:
    """The turn before which playouts from a root in a `turn` are cut off: at the end of the round,
    if a `period` says how many turns that has, or some turns from the root, or never.

    >>> cut_off(17, 0, 16), cut_off(17, 4, 0), cut_off(17, 0, 0) == FOREVER
    (33, 21, True)
    """
    if period > 0:
        first = max(turn, 1)  # turns are counted from 1; before them players set up
        return first + period - (first - 1) % period
    return turn + horizon if horizon > 0 else FOREVER
