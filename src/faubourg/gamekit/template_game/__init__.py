"""The Cart: load bricks, build houses, mind the cart."""
