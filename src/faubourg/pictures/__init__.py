"""Pictures of positions: SVG, PNG and short animations, made without a browser."""
