"""A study's results for people: a page, Markdown, the terminal."""
