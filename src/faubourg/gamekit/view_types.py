"""Types that the views of several games share. See `view_types.py` of a game."""

from typing_extensions import TypedDict


class Both(TypedDict):
    """A text in both languages."""

    en: str
    fr: str
