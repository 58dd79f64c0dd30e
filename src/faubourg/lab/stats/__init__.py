"""Statistics of a study: summaries, confidence intervals, comparisons."""
