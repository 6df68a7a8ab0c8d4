"""Reads a file of settings, such as the `.env` that `npx pay-elements init` writes, as Node.js does."""

import re

# NAME=value, with or without quotes. What follows a `#` outside of quotes is a comment.
LINE = re.compile(
    r"""^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:"([^"\r\n]*)"|'([^'\r\n]*)'|`([^`\r\n]*)`|([^#\r\n]*))""",
    re.ASCII | re.MULTILINE,
)


def read_env_file(text):
    """The values by their names. A value has one line."""
    values = {}
    for name, double, single, back, plain in LINE.findall(text):
        values[name] = double.replace("\\n", "\n") or single or back or plain.strip()
    return values
