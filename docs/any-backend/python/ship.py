"""
Sends the goods of paid orders: `python3 ship.py`, by cron. What could not be sent is tried again by the next run. What
sends yours is `send_goods` in pay/orders.py.
"""

import sys
import time

from pay import payments, settings
from pay.money import settles_order
from pay.orders import send_goods
from pay.web import log

SENDING_LIMIT = 600  # seconds; an order that takes longer was cut short by a crash


def claim(database, ref):
    """
    The order and when the claim on it ends, if its goods are due and no other run is sending them; else nothing. A run that
    takes longer than its claim may not undo what another run has done since.
    """
    now = int(time.time())
    with payments.transaction(database):  # so that order and payment are still the same when it is written
        query = "SELECT * FROM orders WHERE ref = ? AND sent_at IS NULL AND (sending_until IS NULL OR sending_until <= ?)"
        order = database.execute(query, [ref, now]).fetchone()
        rows = payments.of_order(database, ref) if order else []
        payment = next((row for row in rows if row["id"] == order["paid_by"]), None)
        if payment and payment["phase"] == "refunded":
            # Another payment of the order, which was paid too, takes its place.
            payment = next((row for row in rows if settles_order(row, order, settings.ALLOW_TEST_PAYMENTS)), None)
        # Once more: the payment may have been refunded since, and the order changed.
        if not payment or not settles_order(payment, order, settings.ALLOW_TEST_PAYMENTS):
            return None, None
        until = now + SENDING_LIMIT
        database.execute("UPDATE orders SET paid_by = ?, sending_until = ? WHERE ref = ?", [payment["id"], until, ref])
        return order, until


if __name__ == "__main__":
    database = payments.connect()
    has_failed = False
    for (ref,) in database.execute("SELECT ref FROM orders WHERE paid_by IS NOT NULL AND sent_at IS NULL").fetchall():
        order, until = claim(database, ref)
        if not order:
            continue
        try:
            send_goods(order)
        except Exception as error:
            has_failed = True
            log(f"order {order['number']}: its goods could not be sent, the next run tries again: {error!r}")
            database.execute("UPDATE orders SET sending_until = NULL WHERE ref = ? AND sending_until = ?", [ref, until])
        else:
            values = [int(time.time()), ref]
            database.execute("UPDATE orders SET sent_at = ?, sending_until = NULL WHERE ref = ?", values)
    sys.exit(has_failed)
