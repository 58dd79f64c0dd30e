"""The row of Cities: the main board, the piles, and every player's city centre as bitboards.

A centre is drawn on a map whose north-west corner is the square (0, 0), x growing to the east and y
to the south. What lies on it is kept as bitboards, sets of squares in a word: bit y * stride + x,
where the stride, the squares of a line, is 6, or 10 for a centre wider than three tiles. No centre
has more than 60 squares, so a set is one word, and questions such as "which buildings of three
storeys stand beside water" are a few operations on words. A tile added to the north or the west
moves all that is there, so the map always begins at (0, 0).
"""

from faubourg.core.contract import HEADER, Box, Option
from faubourg.core.players import SEAT_LETTERS
from faubourg.core.text import Text
from faubourg.kernels.rows import row_dtype

SEATS = 4
ROWS = COLUMNS = 4  # of the main board
PLACES = ROWS * COLUMNS
CARD_ROW, TILE_ROW, ATTRACTION_ROW, MODULE_ROW = range(ROWS)
ROW_NAMES = ("card", "tile", "attraction", "modules")
NOTHING = -1  # no item, no worker, no first player yet

COLOURS = ("red", "blue", "green", "yellow")
KINDS = len(COLOURS)
# The most that a box may have. The printed one has as many as all boxes had at first; numbers of
# actions and fields of observations for more come after those (`gamekit/numbering.py`).
TILES = CARDS = 48
TILES_AT_FIRST = CARDS_AT_FIRST = 32
MOST_CITIES = 12
STARTERS = 4  # the starting tiles are numbered after the others that the box has
ALL_TILES = TILES + STARTERS
TURNS = 4  # of a tile
TURN_NAMES = ("north", "east", "south", "west")  # where its top points
MOST_TILES = 15  # of a centre
MOST_HEIGHT = 4
WIDE, HIGH = 10, 10  # squares of the largest map
AREA = 60  # squares of the largest centre

# Attractions: four kinds for water squares, four for park squares, two for street squares.
WATER_ATTRACTIONS = PARK_ATTRACTIONS = 4
ATTRACTIONS = WATER_ATTRACTIONS + PARK_ATTRACTIONS + 2
MONUMENT, JOKER = ATTRACTIONS - 2, ATTRACTIONS - 1
# Face-up attractions lie in five slots; the sixth is face down, beside the fifth.
SLOT_PLACES = (0, 0, 1, 2, 3)
OPEN_ATTRACTIONS = len(SLOT_PLACES)
OPEN = COLUMNS - 1  # places of a row whose items lie face up
GROUPS = (4, 3, 3)  # modules on the places of the last row; the last place has none
BAG_MODULES = 2  # which the last place gives

CITIES = (  # of the printed box
    "new_york", "rio_de_janeiro", "sydney", "venice",
    "barcelona", "lisbon", "mexico_city", "buenos_aires",
)  # fmt: skip
OBJECTIVES = 3  # of a city
NUMBERS = 3  # under an objective
FIRST_CARD = MOST_CITIES * OBJECTIVES  # goals are numbered: objectives city by city, then cards

# The sets of squares of a centre.
PARK, WATER = 0, 1
STREET = 2  # + colour: as the tile shows it
WITH_JOKER, WITH_MONUMENT = 6, 7
TALL = 8  # + n: buildings of more than n storeys
BUILT = 12  # + colour: buildings
ATTRACTION = 16  # + kind: attractions for water and park
SETS = ATTRACTION + WATER_ATTRACTIONS + PARK_ATTRACTIONS

# What the position is waiting for: Nature's moves, then players' decisions, then the end.
FIRST, DEAL, REVEAL, START, TAKE, PLACE, ENDED = range(7)
PHASES = ("first", "deal", "reveal", "start", "take", "place", "ended")

ROW = row_dtype(
    [
        *HEADER,
        ("city", "i8"),
        ("round_now", "i8"),  # from 1; 0 while starting tiles are taken
        ("rounds", "i8"),
        ("longest", "i8"),  # tiles along the longer side of a centre: 3, or 5 in the long variant
        ("first", "i8"),  # who begins this round
        ("placed", "i8"),  # workers on the board
        ("dealt", "i8"),  # items turned up for this round so far
        ("hidden", "i8"),  # items to be turned up for the player, who has taken them
        ("taken", "i8"),  # the place that the player has taken this turn, or NOTHING
        ("tile", "i8"),  # the district tile to be placed, or NOTHING
        ("attractions", "i8", (ATTRACTIONS,)),  # attractions to be placed, by kind
        ("modules", "i8", (KINDS,)),  # modules to be placed, by colour
        # A centre: its sets of squares, the squares of a line, its size in tiles, and a bit for
        # each tile of the map, 5 to a line.
        ("squares", "i8", (SEATS, SETS)),
        ("stride", "i8", (SEATS,)),
        ("width", "i8", (SEATS,)),
        ("height", "i8", (SEATS,)),
        ("lots", "i8", (SEATS,)),
        ("bag", "i8", (KINDS,)),
        ("unseen_attractions", "i8", (ATTRACTIONS,)),  # by kind, face down or in the pile
        ("cards", "i8", (SEATS,)),  # those that each player has taken, a bit each
        ("unseen_cards", "i8"),  # those that nobody has seen yet, a bit each
        ("unseen_tiles", "i8"),
        ("starters", "i8"),  # starting tiles that nobody has taken, a bit each
        ("phase", "i1"),
        ("workers", "i1", (PLACES,)),  # whose worker stands on each place, or NOTHING
        ("open_cards", "i1", (OPEN,)),
        ("open_tiles", "i1", (OPEN,)),
        ("open_attractions", "i1", (OPEN_ATTRACTIONS,)),
        ("open_modules", "i1", (OPEN, KINDS)),
        ("markers", "i1", (SEATS, OBJECTIVES)),  # 1 to 3 for the number they lie on; 0 for none
        # Every tile of a centre in the order of placing: which, where its top points, its place.
        ("count", "i1", (SEATS,)),
        ("tiles", "i1", (SEATS, MOST_TILES)),
        ("tops", "i1", (SEATS, MOST_TILES)),
        ("x", "i1", (SEATS, MOST_TILES)),
        ("y", "i1", (SEATS, MOST_TILES)),
    ]
)


def limits(players: int) -> dict[str, tuple[int, int]]:
    """The least and the greatest value of every field, for positions that come from elsewhere."""
    return {
        "turn_of": (0, players - 1),
        "city": (0, MOST_CITIES - 1),
        "round_now": (0, 8),
        "rounds": (1, 8),
        "longest": (3, 5),
        "first": (NOTHING, players - 1),
        "placed": (0, PLACES),
        "dealt": (0, OPEN + OPEN + OPEN_ATTRACTIONS + sum(GROUPS)),
        "hidden": (0, BAG_MODULES),
        "taken": (NOTHING, PLACES - 1),
        "tile": (NOTHING, TILES - 1),
        "attractions": (0, 2),
        "modules": (0, max(GROUPS)),
        "squares": (0, (1 << AREA) - 1),
        "stride": (6, WIDE),
        "width": (0, 5),
        "height": (0, 5),
        "lots": (0, (1 << 25) - 1),
        "bag": (0, 100),
        "unseen_attractions": (0, 96),
        "cards": (0, (1 << CARDS) - 1),
        "unseen_cards": (0, (1 << CARDS) - 1),
        "unseen_tiles": (0, (1 << TILES) - 1),
        "starters": (0, (1 << STARTERS) - 1),
        "phase": (0, len(PHASES) - 1),
        "workers": (NOTHING, players - 1),
        "open_cards": (NOTHING, CARDS - 1),
        "open_tiles": (NOTHING, TILES - 1),
        "open_attractions": (NOTHING, ATTRACTIONS - 1),
        "open_modules": (0, max(GROUPS)),
        "markers": (0, NUMBERS),
        "count": (0, MOST_TILES),
        "tiles": (NOTHING, ALL_TILES - 1),
        "tops": (0, TURNS - 1),
        "x": (0, 4),
        "y": (0, 4),
    }


def box_limits(box: Box) -> dict[str, tuple[int, int]]:
    """No cities, cards and tiles but those of the box."""
    cards, districts = int(box.cards), int(box.districts)
    return {
        "city": (0, int(box.cities) - 1),
        "tile": (NOTHING, districts - 1),
        "cards": (0, (1 << cards) - 1),
        "unseen_cards": (0, (1 << cards) - 1),
        "unseen_tiles": (0, (1 << districts) - 1),
        "open_cards": (NOTHING, cards - 1),
        "open_tiles": (NOTHING, districts - 1),
        "tiles": (NOTHING, districts + STARTERS - 1),
    }


OPTIONS = (
    Option(
        "city",
        Text(
            "the city whose objectives are played for; new_york and rio_de_janeiro suit a first "
            "game",
            "la ville dont on vise les objectifs ; new_york et rio_de_janeiro conviennent à une "
            "première partie",
        ),
        default=CITIES[0],
        allowed=lambda players: [*CITIES],
        of_box=lambda components: {city.id: city.name for city in components.cities},
    ),
    Option(
        "length",
        Text(
            "'normal', or 'long' (2 players: 7 rounds, a centre of 3 x 5 tiles)",
            "'normal', ou 'long' (à 2 joueurs : 7 manches, un centre de 3 x 5 tuiles)",
        ),
        default="normal",
        allowed=lambda players: ["normal", "long"] if players == 2 else ["normal"],
    ),
    Option(
        "first",
        Text("who begins: a seat letter, or 'random'", "qui commence : une lettre, ou 'random'"),
        default="random",
        allowed=lambda players: ["random", *SEAT_LETTERS[:players]],
    ),
)
