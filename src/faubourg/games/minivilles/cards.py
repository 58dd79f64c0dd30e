"""What a card of Minivilles may say: colours, symbols, powers and effects, and their bounds."""

from faubourg.core.text import Text

MOST_ROLLED = 12  # with two dice
NUMBERS = 15  # dice numbers 0 to 14: some are raised
MOST_ACTING = 8  # kinds of one colour that may act on one number

COLOUR_NAMES = {
    "red": Text("red", "rouge"),
    "green": Text("green", "vert"),
    "blue": Text("blue", "bleu"),
    "purple": Text("purple", "violet"),
}
COLOURS = tuple(COLOUR_NAMES)
RED, GREEN, BLUE, PURPLE = range(len(COLOURS))
SYMBOL_NAMES = {
    "wheat": Text("wheat", "blé"),
    "cow": Text("cow", "vache"),
    "gear": Text("gear", "engrenage"),
    "boat": Text("boat", "bateau"),
    "bread": Text("bread", "pain"),
    "suitcase": Text("suitcase", "valise"),
    "factory": Text("factory", "usine"),
    "fruit": Text("fruit", "fruit"),
    "cup": Text("cup", "tasse"),
    "tower": Text("tower", "tour"),
}
SYMBOLS = tuple(SYMBOL_NAMES)
LANDMARK_WORD = "landmark"  # beside the symbols, for what is counted
COUNTED = {**SYMBOL_NAMES, LANDMARK_WORD: Text("landmark", "monument")}
COUNTED_WORDS = tuple(COUNTED)
LANDMARKS_COUNTED = COUNTED_WORDS.index(LANDMARK_WORD)  # the last bit of them
AMONG = ("own", "all", "payer")  # the towns in which something is counted
OWN_TOWN, ALL_TOWNS, _ = range(len(AMONG))
POWERS = ("raise", "two_dice", "bonus", "again", "reroll", "idle")
NO_POWER = "none"
RAISE_POWER, TWO_DICE, BONUS, AGAIN, REROLL_POWER, IDLE = range(len(POWERS))
EFFECTS = ("income", "catch", "fee", "levy", "tax", "pick", "swap", "give", "demolish")
INCOME, CATCH_EFFECT, FEE, LEVY, TAX, PICK_EFFECT, SWAP_EFFECT, GIVE_EFFECT, DEMOLISH_EFFECT = (
    range(len(EFFECTS))
)
CHOICES = ("pick", "swap", "give", "demolish")  # effects that ask the player something
EVERYTHING = 2**31 - 1  # more coins than anybody can have: all that the roller has
RICHEST = 10**9  # coins that anybody can have: a purse is a word of 32 bits
MOST_COINS = 9999  # that a card may cost or pay
MOST_CARDS = 127  # of one kind
ANY_NUMBER = 99  # no limit to the landmarks of the owner
UNUSED = "unused_"  # begins the id of padding, where a box has fewer kinds or landmarks
