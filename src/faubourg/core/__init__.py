"""What every game shares. Start with `contract.py`."""
