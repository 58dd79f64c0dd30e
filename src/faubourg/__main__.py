"""Where the command begins: `faubourg`, or `python -m faubourg`.

Nothing is imported before an interrupt can be met in silence: Ctrl-C while Python is still reading
files ends the program like any other.
"""

import gc
import signal
import sys

AT_ONCE = ("play", "serve")  # commands that don't wait until the games are compiled


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    if command == "serve":
        gc.disable()  # what is imported is no garbage; `server/runtime/gc_tuning.py` enables it
    from faubourg import cli
    from faubourg.kernels import switch

    if command in AT_ONCE:
        switch.plain_first()

    signal.signal(signal.SIGINT, signal.default_int_handler)
    cli.main()


if __name__ == "__main__":
    main()
