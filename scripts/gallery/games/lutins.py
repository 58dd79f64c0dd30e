"""Pictures of La Cité des lutins."""

from scripts.gallery.looks import Looks

LOOKS = Looks(usual=2, seed=4, others=None)
