"""The shop's payments in SQLite: one open payment a choice, and no payment that goes back."""

import json
import sqlite3
import time

CREATION_LIMIT = 60  # seconds; a creation that takes longer was cut short by a crash

# What a tag can look like (see any-backend.md), each with the phases that it may come after. What may not follow is old
# news, for news arrives late, twice and out of order.
OPEN = ["awaiting", "detected", "confirming", "underpaid", "unmatched"]
MAY_FOLLOW = {
    "detected": OPEN[:1],
    "confirming": OPEN[:2],
    "underpaid": OPEN[:3],
    "unmatched": OPEN[:3],
    "expired": OPEN,
    "late": OPEN + ["expired"],
    "paid": OPEN + ["expired", "late"],
    "overpaid": OPEN + ["expired", "late"],
    "failed": OPEN + ["late"],
    "cancelled": OPEN + ["late"],
    "refunded": OPEN + ["expired", "late", "paid", "overpaid"],
}
FINAL = ["paid", "overpaid", "failed", "cancelled", "refunded"]
ENDED = ["expired", "failed", "cancelled", "refunded"]  # who chooses the same again gets a new payment

# The service's words. The contract shows NEW and PENDING; the others are the usual ones of the trade: ask the operator.
WORDS = {
    "NEW": "awaiting", "PENDING": "awaiting", "DETECTED": "detected", "CONFIRMING": "confirming",
    "UNDERPAID": "underpaid", "UNMATCHED": "unmatched", "PAID": "paid", "COMPLETED": "paid", "OVERPAID": "overpaid",
    "EXPIRED": "expired", "LATE": "late", "FAILED": "failed", "CANCELLED": "cancelled", "REFUNDED": "refunded",
}  # fmt: skip

# All of a payment that may leave the shop. Never the service's whole answer: it holds the webhook's address.
PUBLIC = [
    "tid", "pid", "bid", "address", "qrCodeBase64", "currency", "amount", "cryptoCoin", "cryptoAmountExpected", "note",
    "hostedUrl", "test",
]  # fmt: skip

SCHEMA = """
CREATE TABLE IF NOT EXISTS payments (
  ref TEXT PRIMARY KEY, token TEXT NOT NULL UNIQUE,
  order_ref TEXT NOT NULL, method TEXT NOT NULL, coin TEXT NOT NULL,
  holds INTEGER NOT NULL DEFAULT 1, visitor TEXT NOT NULL, created REAL NOT NULL,
  id TEXT, answer TEXT, status TEXT NOT NULL DEFAULT '', phase TEXT NOT NULL DEFAULT 'awaiting',
  version INTEGER NOT NULL DEFAULT 1, received TEXT, confirmations INTEGER, required INTEGER
);
CREATE UNIQUE INDEX IF NOT EXISTS one_a_choice ON payments (order_ref, method, coin) WHERE holds = 1;
CREATE INDEX IF NOT EXISTS of_order ON payments (order_ref);
CREATE INDEX IF NOT EXISTS of_visitor ON payments (visitor, created);
"""


def connect(path):
    """One connection a request. Each statement is a transaction of its own."""
    database = sqlite3.connect(path, timeout=5, isolation_level=None)
    database.row_factory = sqlite3.Row
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")  # what was acknowledged survives a power cut
    return database


def of_order(database, order):
    return database.execute("SELECT * FROM payments WHERE order_ref = ? ORDER BY created", [order]).fetchall()


def by(database, column, value):
    assert column in ("ref", "token")
    return database.execute(f"SELECT * FROM payments WHERE {column} = ?", [value]).fetchone()


def made_by(database, visitor, seconds):
    """How many payments a visitor began of late."""
    since = time.time() - seconds
    return database.execute("SELECT count(*) FROM payments WHERE visitor = ? AND created > ?", [visitor, since]).fetchone()[0]


def begin(database, ref, token, order, method, coin, visitor):
    """Written down before the service is asked. False when another payment holds the choice: there is one winner."""
    now = time.time()
    database.execute(
        "UPDATE payments SET holds = 0 WHERE order_ref = ? AND holds = 1 AND answer IS NULL AND created < ?",
        [order, now - CREATION_LIMIT],
    )
    row = [ref, token, order, method, coin, visitor, now]
    text = "INSERT OR IGNORE INTO payments (ref, token, order_ref, method, coin, visitor, created) VALUES (?,?,?,?,?,?,?)"
    return database.execute(text, row).rowcount == 1


def give_up(database, ref):
    """The choice is free again. Should the payment exist all the same, its webhook is still heard."""
    database.execute("UPDATE payments SET holds = 0 WHERE ref = ?", [ref])


def attach(database, ref, id, data):
    """Adds the service's answer; a webhook may have been faster, so phase and word stay what they are."""
    kept = json.dumps({name: value for name, value in data.items() if name != "webhookUrl"})
    text = "UPDATE payments SET id = ?, answer = ?, status = CASE status WHEN '' THEN ? ELSE status END WHERE ref = ?"
    database.execute(text, [id, kept, data.get("status") or "NEW", ref])


def listed(phases):
    return ",".join(f"'{phase}'" for phase in phases)


def hear(database, ref, word, received, confirmations, required):
    """
    Takes a word of the service's: one conditional statement, so of two that race one wins and none goes back.
    True when it changed something. Beside it belongs, in the same transaction, what the shop does when it is paid.
    """
    phase = WORDS.get(word.strip().upper())
    if phase is None:  # neither success nor failure: the tags show the last good view, and the word
        text = f"""UPDATE payments SET status = ?, version = version + 1
          WHERE ref = ? AND status <> ? AND phase NOT IN ({listed(FINAL)})"""
        return database.execute(text, [word, ref, word]).rowcount == 1
    text = f"""
      UPDATE payments SET phase = :phase, status = :word, version = version + 1,
        holds = CASE WHEN :ended THEN 0 ELSE holds END, received = coalesce(:received, received),
        confirmations = max(coalesce(confirmations, 0), coalesce(:confirmations, 0)), required = coalesce(:required, required)
      WHERE ref = :ref AND (phase IN ({listed(MAY_FOLLOW.get(phase, []))}) OR (phase = :phase AND (
        coalesce(:confirmations, 0) > coalesce(confirmations, 0)
        OR CAST(coalesce(:received, 0) AS REAL) > CAST(coalesce(received, 0) AS REAL))))"""
    values = {
        "phase": phase, "word": word, "ref": ref, "ended": phase in ENDED, "received": received,
        "confirmations": confirmations, "required": required,
    }  # fmt: skip
    return database.execute(text, values).rowcount == 1


def status_of(row):
    """What the status address answers: what changes, and when to ask again."""
    known = row["status"].strip().upper() in WORDS
    news = {
        "status": row["status"] or "NEW",
        "phase": row["phase"] if known or row["status"] == "" else "unknown",
        "version": row["version"],
        "cryptoAmountReceived": row["received"],
        "confirmations": row["confirmations"],
        "confirmationsRequired": row["required"],
    }
    if row["phase"] not in FINAL:
        age = time.time() - row["created"]
        news["after"] = 2_500 if age < 60 else 5_000 if age < 300 else 10_000  # ms
    return {name: value for name, value in news.items() if value is not None}


def view(row, public_url):
    """The payment as a browser may see it."""
    answer = json.loads(row["answer"])
    shown = {name: answer[name] for name in PUBLIC if answer.get(name) is not None}
    news = {name: value for name, value in status_of(row).items() if name != "after"}
    return {**shown, **news, "statusUrl": f"{public_url}/status/{row['token']}"}
