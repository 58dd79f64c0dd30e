"""Studies: experiments as TOML files, with their variants and bots."""
