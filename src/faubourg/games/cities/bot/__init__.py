"""What Cities' bots reckon with."""
