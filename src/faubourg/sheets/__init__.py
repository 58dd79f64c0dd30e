"""A box printed on paper: its cards, tiles and houses as PDF sheets to cut out."""

from faubourg.sheets.pdf import pdf

__all__ = ["pdf"]
