"""Pictures of Minivilles."""

from scripts.gallery.looks import Looks

LOOKS = Looks(usual=3, seed=11, others=".others", closer=".others .look")
