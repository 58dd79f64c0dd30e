"""The default of what a `state.py` may leave out: no options, and no limits by the box."""

from faubourg.core.contract import Box, Option

OPTIONS: tuple[Option, ...] = ()


def box_limits(box: Box) -> dict[str, tuple[int, int]]:
    return {}
