"""Takes pictures of every main state of the page, for docs/gallery.md. Run it as `make gallery`.

The positions come from games that bots play with fixed seeds, so they are the same each time; only
codes, seals and dice thrown after a picture's position differ. `make gallery GALLERY_ARGS=cities`
takes only the pictures whose names begin so; their captions are written for all.

`studio.py` has the server, the browser and the camera, `opening.py` what is opened, `doing.py` what
is done then, `pictures.py` the list, `games/` the pictures that every game has (and a file for each
game, with what differs).
"""
