"""The pure core: standard library only, no input or output, no clock, no global randomness."""
