"""Sends the goods of paid orders, each once: `python3 ship.py`, by cron. Put what sends yours in the place of `print`."""

import time

import payments
import settings
from money import settles_order

if __name__ == "__main__":
    database = payments.create_tables()
    paid = database.execute("SELECT ref FROM orders WHERE paid_by IS NOT NULL AND sent_at IS NULL").fetchall()
    for (ref,) in paid:
        with payments.transaction(database):  # so that order and payment are still the same when it is written
            order = database.execute("SELECT * FROM orders WHERE ref = ? AND sent_at IS NULL", [ref]).fetchone()
            payment = order and next((row for row in payments.of_order(database, ref) if row["id"] == order["paid_by"]), None)
            is_due = payment and settles_order(payment, order, settings.ALLOW_TEST_PAYMENTS)
            if is_due:
                database.execute("UPDATE orders SET sent_at = ? WHERE ref = ?", [int(time.time()), ref])
        if is_due:
            print(f"ship order {ref}")
