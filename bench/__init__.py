"""Measurements of speed, each beside a fixed loop in the same run: machines are noisy."""
