"""Where the command begins: `faubourg`, or `python -m faubourg`.

Nothing is imported before an interrupt can be met in silence: Ctrl-C while Python is still reading
files ends the program like any other.
"""

import signal


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from faubourg import cli

    signal.signal(signal.SIGINT, signal.default_int_handler)
    cli.main()


if __name__ == "__main__":
    main()
