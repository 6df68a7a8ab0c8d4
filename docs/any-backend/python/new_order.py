"""Writes an order to try, as a shop does when a cart becomes one: `python3 new_order.py 19.99 USD`.

A number after that ends its offer after so many seconds.
"""

import secrets
import sys
import time

from pay import payments, settings

if __name__ == "__main__":
    if len(sys.argv) not in (3, 4) or not all(seconds.isdecimal() for seconds in sys.argv[3:]):
        print("Usage: python3 new_order.py <amount> <currency> [<seconds>]", file=sys.stderr)
        raise SystemExit(2)
    amount, currency, *offer = sys.argv[1:]
    expires_at = time.time() + int(offer[0]) if offer else None
    ref = secrets.token_hex(16)
    database = payments.connect()
    database.execute(
        "INSERT INTO orders (ref, amount, currency, expires_at) VALUES (?, ?, ?, ?)",
        [ref, amount, currency, expires_at],
    )
    print(f'<pay-checkout src="{settings.PAY_URL}/orders/{ref}"></pay-checkout>')
