"""The rules about money: amounts are exact decimals, and a payment settles an order only as the order is now."""

import re
from decimal import Decimal
from fractions import Fraction

PAID = ["paid", "overpaid"]  # the phases in which a payment has all its money

DIGITS_MAX = 80  # before the point: no coin has such amounts

NUMBER = re.compile(r"\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,2})?", re.ASCII)


def decimal_text(value):
    """
    A number in its one plain form: "5.00" and "0.5e1" are "5". None for anything else, also for less than zero and for
    more than 80 digits before the point.
    """
    if not isinstance(value, str) or not NUMBER.fullmatch(value):
        return None
    text = format(Decimal(value), "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return None if len(text.split(".")[0]) > DIGITS_MAX else text


def larger(a, b):
    """The larger of two amounts in decimal text. One that is None is not known."""
    return max((amount for amount in (a, b) if amount is not None), key=Fraction, default=None)


def tolerance_of(tolerance, expected):
    """The tolerance of a payment: none, when nothing at all would be enough."""
    return "0" if expected is not None and Fraction(tolerance) >= Fraction(expected) else tolerance


def covers(received, expected, tolerance="0"):
    """Whether the expected amount has arrived; the tolerance may be missing. None: one of the amounts is not known."""
    if received is None or expected is None:
        return None
    return Fraction(received) + Fraction(tolerance) >= Fraction(expected)


def with_money(phase, before, received, expected, tolerance="0"):
    """
    The phase of a payment that was in `before` and that the service says is in `phase`, by what it has received, in the
    coin. A payment is paid only with the expected amount; the tolerance is what may differ. Any amount at all has been
    detected. When an amount is not known (None), the service is believed.
    """
    if phase in (None, "awaiting") and received not in (None, "0"):
        return "detected"
    is_covered = covers(received, expected, tolerance)
    if phase not in PAID or is_covered is None:
        return phase
    if not is_covered:
        return "late" if before in ("expired", "late") else "underpaid"
    return "overpaid" if Fraction(received) > Fraction(expected) + Fraction(tolerance) else "paid"


def is_for_order(payment, order):
    """Whether a payment was created for the amount and currency that the order has now."""
    amount = decimal_text(payment["amount"])
    return (
        order is not None
        and amount is not None
        and amount == decimal_text(order["amount"])
        and payment["currency"].upper() == order["currency"].upper()
    )


def settles_order(payment, order, allow_test_payments=False):
    """
    Whether a payment pays for an order as it is now. This alone sends no goods, because late money pays too: goods are
    sent for an order's `paid_by`. Ask this of that payment again when they leave the shop: the order may have changed.

    It does when it is paid, was created for the amount and currency that the order has now, and is no test payment,
    unless those are allowed.
    """
    if payment["test"] and not allow_test_payments:
        return False
    return payment["phase"] in PAID and is_for_order(payment, order)
