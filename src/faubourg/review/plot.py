"""A review as a picture: chances over time above, luck and skill of each seat below.

Drawn with Altair, which comes with the extra `lab`; pictures and pages are made by vl-convert and
need no connection.
"""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from faubourg.core.errors import FaubourgError, OptionError
from faubourg.core.files import write
from faubourg.core.text import Language, Text
from faubourg.review.result import WHOLE, Review

ENDINGS = (".svg", ".png", ".html")
# Colours that differ for colour-blind eyes too (Okabe and Ito's), with a dash each.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
DASHES = ([1, 0], [6, 3], [2, 2], [8, 2, 2, 2], [4, 4], [1, 3])
WIDTH, HEIGHT = 640, 280
MISSING = Text(
    "Plots need the extra 'lab': pip install 'faubourg[lab]' (in a clone: make setup).",
    "Les graphiques demandent l'extra « lab » : pip install 'faubourg[lab]' "
    "(dans un clone : make setup).",
)
WRONG_ENDING = Text(
    "'{path}' must end in .svg, .png or .html.", "« {path} » doit finir par .svg, .png ou .html."
)
WORDS = {
    "title": Text("{game}: chance to win over time", "{game} : chances de gagner au fil du temps"),
    "move": Text("move", "coup"),
    "chance": Text("chance to win", "chance de gagner"),
    "player": Text("player", "joueur"),
    "points": Text("points of a hundred", "points sur cent"),
    "parts": Text(
        "Why the chances at first became the result",
        "Pourquoi les chances du début ont donné le résultat",
    ),
    "luck": Text("luck", "chance"),
    "skill": Text("own play", "son jeu"),
    "others": Text("the others' play", "jeu des autres"),
    "rest": Text("rest", "reste"),
}


def check_plot(path: Path) -> None:
    """OptionError if nothing can be drawn there."""
    if path.suffix.lower() not in ENDINGS:
        raise OptionError("plot", WRONG_ENDING.format(path=str(path)))
    if find_spec("altair") is None or find_spec("vl_convert") is None:
        raise FaubourgError("no-plots", MISSING)


def save(review: Review, path: Path, language: Language) -> None:
    """Draw a review into a file."""
    check_plot(path)
    import vl_convert

    drawn = chart(review, language).to_json()
    ending = path.suffix.lower()
    made: str | bytes
    if ending == ".png":
        made = vl_convert.vegalite_to_png(drawn, scale=2)
    elif ending == ".svg":
        made = vl_convert.vegalite_to_svg(drawn)
    else:
        made = vl_convert.vegalite_to_html(drawn, bundle=True)
    write(path, made)


def chart(review: Review, language: Language) -> Any:
    """The whole picture as an Altair chart."""
    import altair

    words = {name: text.to(language) for name, text in WORDS.items()}
    title = WORDS["title"].format(game=review.timeline.game.title).to(language)
    colours = altair.Scale(domain=review.seats, range=list(COLOURS[: len(review.seats)]))
    dashes = altair.Scale(domain=review.seats, range=list(DASHES[: len(review.seats)]))
    curves = [
        {"move": index, "seat": name, "chance": chances[seat] / WHOLE}
        for index, chances in enumerate(review.chances)
        for seat, name in enumerate(review.seats)
    ]
    lines = (
        altair.Chart(_data(curves), title=title, width=WIDTH, height=HEIGHT)
        .mark_line(interpolate="step-after", strokeWidth=2.5)
        .encode(
            x=altair.X("move:Q", title=words["move"]),
            y=altair.Y(
                "chance:Q",
                title=words["chance"],
                axis=altair.Axis(format="%"),
                scale=altair.Scale(domain=[0, 1]),
            ),
            color=altair.Color("seat:N", title=words["player"], scale=colours),
            strokeDash=altair.StrokeDash("seat:N", title=words["player"], scale=dashes),
        )
    )
    both = altair.vconcat(lines + _marks(review), _parts(review, words))
    return both.resolve_scale(color="independent").configure_view(strokeOpacity=0)


def _data(values: list[dict[str, Any]]) -> Any:
    import altair

    data: Any = altair.Data  # whose types say nothing
    return data(values=values)


def _marks(review: Review) -> Any:
    """The turning points as thin lines."""
    import altair

    points = [{"move": move.number} for move in review.turning_points]
    rule = altair.Chart(_data(points)).mark_rule(strokeDash=[2, 4], opacity=0.6)
    return rule.encode(x="move:Q")


def _parts(review: Review, words: dict[str, str]) -> Any:
    """Luck, own play, the others' play and the rest of each seat, side by side, each but the rest
    with a line from one end of its range to the other."""
    import altair

    kinds = ("luck", "skill", "others", "rest")
    values: list[dict[str, Any]] = []
    for name, balance in zip(review.seats, review.balances, strict=True):
        for kind in kinds:
            size = getattr(balance, kind)
            low, high = getattr(balance, f"{kind}_range", (size, size))
            ends = {"points": size, "low": low, "high": high}
            shown = {name: 100 * end / WHOLE for name, end in ends.items()}
            values.append({"seat": name, "part": words[kind], **shown})
    both = altair.Chart(_data(values), title=words["parts"], width=WIDTH)
    order = [words[kind] for kind in kinds]
    scale = altair.Scale(domain=order, range=["#56b4e9", "#d55e00", "#999999", "#dddddd"])
    places = {
        "y": altair.Y("seat:N", title=None, sort=review.seats),
        "yOffset": altair.YOffset("part:N", sort=order),
    }
    bars = both.mark_bar().encode(
        x=altair.X("points:Q", title=words["points"]),
        color=altair.Color("part:N", title=None, sort=order, scale=scale),
        **places,
    )
    return bars + both.mark_rule(strokeWidth=1.5).encode(x="low:Q", x2="high:Q", **places)
