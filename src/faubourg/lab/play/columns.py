"""The rows of games as NumPy columns: what statistics read, wherever the rows are kept.

Studies of the lab keep Parquet files, which Polars reads and writes. A server does without Polars,
which is half as large as all else that it needs, and keeps the same columns packed by NumPy.
"""

import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import polars as pl

Column = npt.NDArray[Any]


@dataclass(frozen=True)
class Columns:
    """A table of games: columns by name, all of one length."""

    of: Mapping[str, Column]

    def __getitem__(self, name: str) -> Column:
        return self.of[name]

    def __len__(self) -> int:
        return len(next(iter(self.of.values()), ()))

    def head(self, count: int) -> "Columns":
        """The first rows."""
        return Columns({name: column[:count] for name, column in self.of.items()})

    def where(self, wanted: npt.NDArray[np.bool_]) -> "Columns":
        """Some of the rows."""
        return Columns({name: column[wanted] for name, column in self.of.items()})

    def pack(self) -> bytes:
        """As bytes, compressed."""
        held = io.BytesIO()
        np.savez_compressed(held, allow_pickle=False, **dict(self.of))
        return held.getvalue()

    def to_parquet(self) -> bytes:
        held = io.BytesIO()
        self.to_polars().write_parquet(held, compression="zstd")
        return held.getvalue()

    def to_polars(self) -> "pl.DataFrame":
        import polars as pl

        return pl.DataFrame(
            {
                name: pl.Series(column.tolist(), dtype=pl.String)
                if column.dtype.kind in "UO"
                else column
                for name, column in self.of.items()
            }
        )


def unpack(data: bytes) -> Columns:
    """Columns from their bytes."""
    with np.load(io.BytesIO(data), allow_pickle=False) as packed:
        return Columns({name: packed[name] for name in packed.files})


def from_polars(frame: "pl.DataFrame") -> Columns:
    return Columns({name: frame[name].to_numpy() for name in frame.columns})


def joined(tables: Iterable[Columns]) -> Columns:
    """Tables with the same columns, one below the other."""
    found = list(tables)
    return Columns({name: np.concatenate([each[name] for each in found]) for name in found[0].of})
