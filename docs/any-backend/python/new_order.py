"""Writes an order to try, as a shop does when a cart becomes one: `python3 new_order.py 19.99 USD`."""

import secrets
import sys

import payments
import settings

if __name__ == "__main__":
    amount, currency = sys.argv[1:]
    ref = secrets.token_hex(16)
    database = payments.create_tables()
    database.execute("INSERT INTO orders (ref, amount, currency) VALUES (?, ?, ?)", [ref, amount, currency])
    print(f'<pay-checkout src="{settings.PAY_URL}/orders/{ref}"></pay-checkout>')
