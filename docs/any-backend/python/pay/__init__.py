"""A shop's backend for Pay Elements, described in any-backend.md. Standard library only, Python 3.10 or later."""
