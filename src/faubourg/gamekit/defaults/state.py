"""The default of what a `state.py` may leave out: no options."""

from faubourg.core.contract import Option

OPTIONS: tuple[Option, ...] = ()
