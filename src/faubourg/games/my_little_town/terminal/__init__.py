"""The pieces that `screen.py` puts together."""
