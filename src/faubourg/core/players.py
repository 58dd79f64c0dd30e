"""Codes of players, the one home of each: Nature and the end of a game, the letters and names of
the seats, the bots that compiled loops play, and the sentinels of a batch."""

# What `row.to_act` and `row.turn_of` hold beside the number of a seat.
NATURE = -1  # chance decides
OVER = -2  # nobody acts any more
SEAT_LETTERS = "ABCDEF"

# What people are called who did not say: names that begin with the letters of the seats.
DEFAULT_NAMES = dict(
    zip(SEAT_LETTERS, ("Alix", "Basile", "Camille", "Denis", "Élise", "Félix"), strict=True)
)
LONGEST_NAME = 16

# Bots that `kernels/play.py` plays without leaving machine code.
RANDOM, GREEDY, GENTLE = range(3)
CARELESS = 3  # greedy or random by the toss of a coin; only the lab's loops know it (`lab/play/`)
SEARCH = 4  # MCTS with so many simulations; only `bots/match_kernels.py` knows it
# In place of such a number: a seat whose actions come from outside (`envs/`).
LEARNER = -1
# In place of an action: the game has just begun, or the seat has not acted yet (`envs/`).
NOTHING_PLAYED = -1
