"""Pictures of La Cité des lutins."""

from scripts.gallery.looks import Looks, Variant

LOOKS = Looks(
    usual=2,
    seed=4,
    others=None,
    variants=[
        Variant(
            "calm-phone",
            "A calm gnome sleeps at first, on a phone, in French: a moon for each throw left.",
            {"strength": "calm"},
            share=0.02,
            on_phone=True,
            turn=1,
        ),
        Variant(
            "furious",
            "A furious gnome: two blocks stand on his tower before the game.",
            {"strength": "furious"},
            share=0.3,
        ),
    ],
)
