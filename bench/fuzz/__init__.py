"""Junk for everything that takes input: pages, commands and the decoder of pictures.

What is sent comes from what the app itself says: its addresses, the forms on its pages, the types
of its JSON, the examples of its documentation, the arguments of its commands. Part of it is sent
as it is, so that games go on; most of it has something wrong. `bench.fuzz.run` counts it all.
"""


class Finding(Exception):  # noqa: N818  (it is what was looked for)
    """An input that was not answered as it should be; says which, and how it was answered."""
