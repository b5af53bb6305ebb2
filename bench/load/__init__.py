"""A house full of phones at one server, over the loopback: ``make load``."""
