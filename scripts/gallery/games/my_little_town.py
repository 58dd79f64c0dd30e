"""Pictures of My Little Town."""

from scripts.gallery.looks import Looks

LOOKS = Looks(usual=2, seed=5, others=None)
