"""The shop's own part: its orders, and what it does when a payment changes. Put your tables in the place of these."""

import re

import settings
from money import PAID, settles_order
from web import log

SCHEMA = """
CREATE TABLE IF NOT EXISTS orders (
  number INTEGER PRIMARY KEY AUTOINCREMENT, -- for people, and for the payment service
  ref TEXT NOT NULL UNIQUE,                 -- for addresses: 128 random bits, so that nobody finds an order by counting
  amount TEXT NOT NULL,                     -- decimal text
  currency TEXT NOT NULL,
  expires_at INTEGER,                       -- when the offer ends, in seconds since 1970; NULL: never
  paid_by TEXT,                             -- the payment that the goods are sent for; without one, none are sent
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
    ethereum = "0xAff4d6793F584a473348EbA058deb8caad77a288"
    payout = {  # where the proceeds go
        "crypto": {"BTC": "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "ETH": ethereum},
        "wallet": "till@shop.example",
        "localcode": {
            "currency": settings.LOCALCODE_CURRENCY,
            "payout_crypto_coin": "ETH",
            "payout_address": ethereum,
        },
    }
    return {**row, "payout": payout}


def on_change(database, payment, change):
    """
    Called for each change of a payment's phase, inside the transaction that makes it. What is written to `database`
    here is therefore written exactly once. Send no mail and no goods from here: do that for orders with `paid_by`, as
    long as `settles_order` says of that payment that it pays for what the order is then.

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
    if change["to"] not in PAID:
        return

    if not settles_order(payment, order, settings.ALLOW_TEST_PAYMENTS):
        now = f"{order['amount']} {order['currency']}" if order else "gone"
        log(f"{name}: paid with {payment['amount']} {payment['currency']}, but the order is now {now}: refund it?")
    elif change["afterExpiry"]:
        log(f"{name}: somebody has to decide whether the price still holds")
    elif not database.execute(
        "UPDATE orders SET paid_by = ? WHERE ref = ? AND paid_by IS NULL", [payment["id"], order["ref"]]
    ).rowcount:
        log(f"{name}: the order was paid already: refund this payment")


def on_settled(database, payment):
    """
    Called when somebody asks for an order that `payment` settles. No goods are sent while `paid_by` is empty: the money
    came late, or the order became what was paid by a change of yours. Then a person has to decide, and to write it.
    """
    order = find_order(database, payment["order_ref"])  # read after the payment, because both are written together
    if order["paid_by"] is None:
        log(f"payment {payment['id']} of order {order['number']}: settles it, but paid_by is empty: send the goods?")
