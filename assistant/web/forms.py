"""What the fields of forms and addresses hold."""

LONGEST_NUMBER = 6


def whole_number(text: str) -> int | None:
    """The number of a field; None if it is none, or longer than any number of the game."""
    text = text.strip()
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
        return int(text)
    return None
