"""Pictures of Cities."""

from scripts.gallery.looks import Looks

LOOKS = Looks(usual=3, seed=3, others=".players")
