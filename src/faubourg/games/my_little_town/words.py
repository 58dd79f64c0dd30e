"""Places of the town in words that a child knows: rows and columns of tiles, left and right."""

from faubourg.core.contract import Row
from faubourg.core.text import Text

# North, east, south, west.
BESIDE = (
    Text("above {tile}", "au-dessus de {tile}"),
    Text("to the right of {tile}", "à droite de {tile}"),
    Text("below {tile}", "au-dessous de {tile}"),
    Text("to the left of {tile}", "à gauche de {tile}"),
)
TURNED = (
    Text("as it is", "telle quelle"),
    Text("turned to the right", "tournée à droite"),
    Text("upside down", "à l'envers"),
    Text("turned to the left", "tournée à gauche"),
)
TOWARDS = (Text("to the right", "vers la droite"), Text("downwards", "vers le bas"))
SQUARES = (
    Text("the top left square", "le carré en haut à gauche"),
    Text("the top middle square", "le carré en haut au milieu"),
    Text("the top right square", "le carré en haut à droite"),
    Text("the left square", "le carré de gauche"),
    Text("the middle square", "le carré du milieu"),
    Text("the right square", "le carré de droite"),
    Text("the bottom left square", "le carré en bas à gauche"),
    Text("the bottom middle square", "le carré en bas au milieu"),
    Text("the bottom right square", "le carré en bas à droite"),
)
TILE = Text("the tile in row {row}, column {column}", "la tuile en rangée {row}, colonne {column}")


def tile_place(row: Row, number: int) -> Text:
    """A tile by its row and column."""
    return TILE.format(**row_and_column(row, number))


def row_and_column(row: Row, number: int) -> dict[str, int]:
    """Where a tile lies, counted from the top and from the left of the town."""
    placed = int(row.placed)
    down = int(row.y[number]) - int(row.y[:placed].min()) + 1
    across = int(row.x[number]) - int(row.x[:placed].min()) + 1
    return {"row": down, "column": across}
