"""Who acts: the codes of Nature and of the end, the letters of the seats, the numbers of the bots
that compiled loops play, and the sentinels of a batch. The one home of each."""

# What `row.to_act` and `row.turn_of` hold beside the number of a seat.
NATURE = -1  # chance decides
OVER = -2  # nobody acts any more
SEAT_LETTERS = "ABCDEF"

# Bots that `kernels/play.py` plays without leaving machine code.
RANDOM, GREEDY, GENTLE = range(3)
# In place of such a number: a seat whose actions come from outside (`envs/`).
LEARNER = -1
# In place of an action: the game has just begun, or the seat has not acted yet (`envs/`).
NOTHING_PLAYED = -1
