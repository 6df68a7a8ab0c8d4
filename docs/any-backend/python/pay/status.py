"""What the service's status words mean, and which phase of a payment may follow which."""

# The contract names NEW and PENDING (section 3). The others are common words that can mean one thing only. Words such
# as SUCCESS, CONFIRMED or COMPLETED are not here: they may also mean that a call succeeded or that money was seen.
# Ask the operator which words the service sends, and add them as STATUS_MAP={"COMPLETED": "paid"}.
WORDS = {
    "NEW": "awaiting",
    "PENDING": "awaiting",
    "DETECTED": "detected",
    "CONFIRMING": "confirming",
    "UNDERPAID": "underpaid",
    "UNMATCHED": "unmatched",
    "PAID": "paid",
    "SETTLED": "paid",
    "OVERPAID": "overpaid",
    "EXPIRED": "expired",
    "LATE": "late",
    "FAILED": "failed",
    "CANCELLED": "cancelled",
    "CANCELED": "cancelled",
    "REFUNDED": "refunded",
}

# Each phase with those that it may follow. News arrives late, twice and out of order: what may not follow is old news.
OPEN = ["awaiting", "detected", "confirming", "underpaid", "unmatched"]
MAY_FOLLOW = {
    "awaiting": [],
    "detected": ["awaiting", "underpaid"],
    "confirming": ["awaiting", "detected", "underpaid"],
    "underpaid": ["awaiting", "detected", "confirming"],
    "unmatched": ["awaiting", "detected", "confirming"],
    # The shop decides about unmatched money.
    "expired": ["awaiting", "detected", "confirming", "underpaid"],
    "late": [*OPEN, "expired"],
    "paid": [*OPEN, "expired", "late"],
    "overpaid": [*OPEN, "expired", "late"],
    "failed": [*OPEN, "late"],
    "cancelled": [*OPEN, "late"],
    "refunded": [*OPEN, "expired", "late", "paid", "overpaid"],
}
AFTER_REST = ["detected", "confirming"]  # may follow underpaid only when the whole amount has arrived
FINAL = ["paid", "overpaid", "failed", "cancelled", "refunded"]
TOO_LITTLE = ["underpaid", "unmatched"]
MONEY_SEEN = ["detected", "confirming", "underpaid", "unmatched", "late", "paid", "overpaid"]


def may_follow(before, to, is_covered):
    """Whether a payment may go from one phase to another. `is_covered`: its expected amount has arrived."""
    if before == "underpaid" and to in AFTER_REST:
        return is_covered is True
    return to is not None and before in MAY_FOLLOW[to]


def phase_of(word, own_words):
    """The phase that a status word stands for, first by the shop's own words. None: neither success nor failure."""
    own = {name.strip().upper(): phase for name, phase in own_words.items()}
    return {**WORDS, **own}.get(word.strip().upper())
