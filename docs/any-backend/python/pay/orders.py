"""The shop's own part: its orders, and what it does when a payment changes. Put your tables in the place of these."""

import re

from . import settings
from .money import PAID, settles_order
from .web import log

SCHEMA = """
CREATE TABLE IF NOT EXISTS orders (
  number INTEGER PRIMARY KEY AUTOINCREMENT, -- for people, and for the payment service
  ref TEXT NOT NULL UNIQUE,                 -- for addresses: 128 random bits, so that nobody finds an order by counting
  amount TEXT NOT NULL,                     -- decimal text
  currency TEXT NOT NULL,
  expires_at INTEGER,                       -- when the offer ends, in seconds since 1970; NULL: never
  paid_by TEXT,                             -- the payment that the goods are sent for; without one, none are sent
  sending_until INTEGER,                    -- while ship.py sends them, when it has to be done
  sent_at INTEGER,                          -- when ship.py has sent them, in seconds since 1970
  customer TEXT                             -- the session that may see and pay it; NULL: whoever knows the `ref` may
);
"""


def customer_of(cookies):
    """The session: an unguessable name in the Cookie header. Put yours in its place."""
    found = re.search(r"(?:^|; )customer=([0-9a-f]{32})(?:;|$)", cookies)
    return found and found[1]


def find_order(database, ref, cookies=None):
    """
    What is to be paid now, from the shop's own tables and never from a browser. None when there is no such order, or
    when it is not this visitor's.

    cookies  the visitor's Cookie header. None: no visitor asks, but this program itself
    """
    row = database.execute("SELECT * FROM orders WHERE ref = ?", [ref]).fetchone()
    if not row:
        return None
    if cookies is not None and row["customer"] not in (None, customer_of(cookies)):
        return None
    coins = settings.PAYOUT_COINS
    payout = {"crypto": coins, "wallet": settings.PAYOUT_WALLET}  # where the proceeds go
    if settings.LOCALCODE_CURRENCY and coins:
        coin, address = list(coins.items())[-1]
        localcode = {"payout_crypto_coin": coin, "payout_address": address}
        payout["localcode"] = {"currency": settings.LOCALCODE_CURRENCY, **localcode}
    return {**row, "payout": payout}


# A payment that was refunded before the goods were sent leaves the order to the next one.
CLAIM = """UPDATE orders SET paid_by = ? WHERE ref = ? AND sent_at IS NULL AND (paid_by IS NULL OR paid_by IN
  (SELECT id FROM payments WHERE order_ref = orders.ref AND phase = 'refunded'))"""


def on_change(database, payment, change):
    """
    Called for each change of a payment's phase, inside the transaction that makes it. What is written to `database`
    here is therefore written exactly once. Send no mail and no goods from here: `send_goods` does that, for orders with
    `paid_by`.

    payment  the row, as the change has left it
    change   "from", "to"; "afterExpiry": the offer had ended before the whole amount was seen; "replaced": the payer
             has been given another payment in its place
    """
    order = find_order(database, payment["order_ref"])
    name = f"payment {payment['id']} of order {order['number'] if order else payment['order_ref']}"
    if change["replaced"]:
        log(f"{name}: {change['to']}, after another payment has replaced it")
    if change["afterExpiry"]:
        log(f"{name}: {change['to']}, after the offer had ended")
    if change["to"] == "late":
        log(f"{name}: somebody has to decide whether the price still holds")
    if change["to"] not in PAID:
        return

    if not settles_order(payment, order, settings.ALLOW_TEST_PAYMENTS):
        now = f"{order['amount']} {order['currency']}" if order else "gone"
        log(f"{name}: paid with {payment['amount']} {payment['currency']}, but the order is now {now}: refund it?")
    elif not database.execute(CLAIM, [payment["id"], order["ref"]]).rowcount:
        log(f"{name}: the order was paid already: refund this payment")


def on_settled(database, payment):
    """
    Called when somebody asks for an order that `payment` settles. No goods are sent while `paid_by` is empty: the order
    became what was paid by a change of yours. Then a person has to decide, and to write it.
    """
    order = find_order(database, payment["order_ref"])  # read after the payment, because both are written together
    if order["paid_by"] is None:
        log(f"payment {payment['id']} of order {order['number']}: settles it, but paid_by is empty: send the goods?")


def send_goods(order):
    """
    Called by ship.py for an order that is paid. Put what sends yours in the place of `print`.

    It is called again for the same order when it raises an exception, and when the process ends in it: nobody then knows
    whether the goods have gone. So let the order's `ref` be the name under which they are sent: a key of a table of
    yours, or the idempotency key of the service that you send by.
    """
    print(f"ship order {order['ref']}")
