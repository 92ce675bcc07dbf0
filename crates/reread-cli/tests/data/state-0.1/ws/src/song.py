def verse(number):
    """One of many."""
    return number
