"""Short animations for the documentation, from the stills of the gallery: each game from its
first turns to its last.

    .venv/bin/python -m scripts.animations        # writes docs/pictures/*.webp

Run it after `make gallery`.
"""

from pathlib import Path

from PIL import Image

from faubourg.core.game import games

GALLERY = Path(__file__).parents[1] / "docs" / "gallery"
PICTURES = GALLERY.with_name("pictures")
STAGES = ("early", "middle", "late", "end")
WIDTH = 720
HOLD = 1600  # milliseconds that a still is shown
QUALITY = 70


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for game in games():
        stills = [still(f"{game}-{stage}") for stage in STAGES]
        save(f"{game}-game", stills)
    save("four-towns", [still(f"{game}-late") for game in games()])


def still(name: str) -> Image.Image:
    """A picture of the gallery, as wide as the animations."""
    picture = Image.open(GALLERY / f"{name}.webp").convert("RGB")
    return picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.LANCZOS)


def save(name: str, stills: list[Image.Image]) -> None:
    """Write stills as an animation that goes round, and the last one as a picture at rest."""
    height = min(each.height for each in stills)
    stills = [each.crop((0, 0, WIDTH, height)) for each in stills]
    stills[0].save(PICTURES / f"{name}.webp", save_all=True, append_images=stills[1:],
                   duration=HOLD, loop=0, quality=QUALITY)  # fmt: skip
    stills[-1].save(PICTURES / f"{name}-still.webp", quality=75)


if __name__ == "__main__":
    main()
