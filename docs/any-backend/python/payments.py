"""The shop's payments in SQLite: one open payment for each choice, and no payment that goes back."""

import contextlib
import json
import math
import sqlite3
import time
from datetime import datetime, timezone

import settings
from money import PAID, covers, decimal_text, is_for_order, larger, with_money
from orders import SCHEMA as ORDERS_SCHEMA
from orders import on_change
from status import FINAL, MAY_FOLLOW, MONEY_SEEN, OPEN, TOO_LITTLE, phase_of
from web import log

CREATION_LIMIT = 60  # seconds; a creation that takes longer was cut short by a crash

# All fields of a payment that may leave the shop. Never the service's whole answer: it holds the webhook's address.
PUBLIC = [
    "tid", "pid", "bid", "address", "qrCodeBase64", "currency", "amount", "cryptoCoin", "cryptoAmountExpected", "note",
    "hostedUrl", "test",
]  # fmt: skip

SCHEMA = """
CREATE TABLE IF NOT EXISTS payments (
  ref TEXT PRIMARY KEY, token TEXT NOT NULL UNIQUE, created INTEGER NOT NULL, visitor TEXT NOT NULL,
  -- what was chosen, and what the order was then
  order_ref TEXT NOT NULL, method TEXT NOT NULL, coin TEXT NOT NULL,
  amount TEXT NOT NULL, currency TEXT NOT NULL, expires_at INTEGER,
  -- whether this is the payment that the payer is given for this choice, and whether another has taken its place
  holds INTEGER NOT NULL DEFAULT 1, replaced INTEGER NOT NULL DEFAULT 0,
  -- the service's answer to the creation
  id TEXT, answer TEXT, expected TEXT, test INTEGER NOT NULL DEFAULT 0,
  -- the service's news; the phase is the last known one, whatever the status word is
  status TEXT NOT NULL DEFAULT '', phase TEXT NOT NULL DEFAULT 'awaiting', version INTEGER NOT NULL DEFAULT 1,
  early_status TEXT, -- the first word for paid that came before the service's answer; judged when that is there
  seen_at INTEGER, received TEXT, confirmations INTEGER, required INTEGER
);
CREATE UNIQUE INDEX IF NOT EXISTS one_for_each_choice ON payments (order_ref, method, coin) WHERE holds = 1;
CREATE INDEX IF NOT EXISTS of_order ON payments (order_ref);
CREATE INDEX IF NOT EXISTS of_visitor ON payments (visitor, created);
CREATE INDEX IF NOT EXISTS by_time ON payments (created);
"""


def connect():
    """A connection for one request. A statement outside a transaction is one of its own."""
    database = sqlite3.connect(settings.DATABASE, timeout=5, isolation_level=None)
    database.row_factory = sqlite3.Row
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")  # what was acknowledged survives a power cut
    return database


def create_tables():
    database = connect()
    database.executescript(SCHEMA + ORDERS_SCHEMA)
    return database


@contextlib.contextmanager
def transaction(database):
    """One writer at a time: what is read inside stays as it is until the end."""
    database.execute("BEGIN IMMEDIATE")
    with database:  # commits, or rolls back on an exception
        yield


def of_order(database, order_ref):
    return database.execute("SELECT * FROM payments WHERE order_ref = ? ORDER BY rowid", [order_ref]).fetchall()


def by(database, column, value):
    assert column in ("ref", "token")
    return database.execute(f"SELECT * FROM payments WHERE {column} = ?", [value]).fetchone()


def holder(database, order_ref, method, coin):
    """The payment that the payer is given for a choice."""
    text = "SELECT * FROM payments WHERE order_ref = ? AND method = ? AND coin = ? AND holds = 1"
    return database.execute(text, [order_ref, method, coin]).fetchone()


def has_ended(row):
    """Whether the offer has ended before any money was seen."""
    return row["phase"] == "awaiting" and row["expires_at"] is not None and row["expires_at"] <= time.time()


def is_current(row, order):
    """Whether the payer can go on with a payment: money was seen for it, or it is what the order asks now."""
    if row["answer"] is None or row["phase"] not in OPEN:
        return False
    return row["phase"] != "awaiting" or (is_for_order(row, order) and not has_ended(row))


def is_being_created(row):
    return row["answer"] is None and row["created"] > time.time() - CREATION_LIMIT


def wait(database, limits, visitor=None):
    """Seconds until a visitor may begin another payment, or without one until anybody may. 0: now."""
    now = time.time()
    waits = [0]
    for seconds, most in limits:
        text = "SELECT created FROM payments WHERE created > :begin ORDER BY created DESC LIMIT 1 OFFSET :least"
        if visitor:
            text = text.replace("WHERE", "WHERE visitor = :visitor AND")
        values = {"visitor": visitor, "begin": now - seconds, "least": most - 1}
        row = database.execute(text, values).fetchone()
        if row:
            waits.append(math.ceil(row["created"] + seconds - now))
    return max(waits)


def insert(database, row, order):
    """Written before the service is asked: its webhook may be faster than its answer."""
    terms = {name: order[name] for name in ("amount", "currency", "expires_at")}  # what the order is at this moment
    row = {**row, **terms, "order_ref": order["ref"], "created": int(time.time())}
    names, values = ", ".join(row), ", ".join(f":{name}" for name in row)
    database.execute(f"INSERT INTO payments ({names}) VALUES ({values})", row)


def release(database, ref):
    """
    Makes room for another payment for the same choice: in the place of one that could not be created, or of one for
    which no money was seen. Its webhooks are still accepted, should money come to it all the same.
    """
    database.execute(
        """UPDATE payments SET holds = 0, replaced = answer IS NOT NULL
           WHERE ref = ? AND (answer IS NULL OR phase = 'awaiting')""",
        [ref],
    )


def attach(database, ref, id, data):
    """Adds the service's answer. A webhook may have been faster: a word for paid is judged now."""
    answer = json.dumps({name: value for name, value in data.items() if name != "webhookUrl"})
    expected, test = decimal_text(data.get("cryptoAmountExpected")), data.get("test") is True
    with transaction(database):
        database.execute(
            """UPDATE payments SET id = ?, answer = ?, expected = ?, test = ?,
               status = CASE status WHEN '' THEN ? ELSE status END WHERE ref = ?""",
            [id, answer, expected, test, data.get("status") or "NEW", ref],
        )
        row = by(database, "ref", ref)
        apply(database, row, {"status": row["early_status"] or row["status"]})


def apply(database, row, news):
    """
    Moves a payment by the service's news, forward only, and tells the shop. Inside a transaction.

    row   the payment as it is now
    news  "status", and what else the service has told: "id", "received", "confirmations", "required"
    """
    id, word = row["id"] or news.get("id"), news["status"]
    received = larger(row["received"], news.get("received"))
    said = phase_of(word, settings.STATUS_MAP)
    tolerance = settings.TOLERANCE.get(row["coin"], "0")
    to = with_money(said, received, row["expected"], tolerance)
    if said is None:
        log(f"payment {id}: the status {word!r} is not known, see STATUS_MAP")
    if said in PAID and to == "underpaid":
        log(f"payment {id}: {word}, but {received} of {row['expected']} was received")
    before, early = row["phase"], row["early_status"]
    if early and row["answer"] is None:
        before = "paid"  # no news takes that back
    if to in PAID and row["answer"] is None:
        early = early or word
        to = "confirming"  # whether it is a test, and what was expected, is not known yet
        log(f"payment {id}: {word} before the service has answered the creation")
    if to in PAID and row["test"] and not settings.ALLOW_TEST_PAYMENTS:
        log(f"payment {id}: {word} is ignored for a test payment, see ALLOW_TEST_PAYMENTS")
        return

    moves = to is not None and before in MAY_FOLLOW[to]
    if row["phase"] in FINAL and not moves:
        return
    phase = to if moves else row["phase"]
    changes = {
        "id": id,
        "phase": phase,
        # A status of which none of these is true is old news.
        "status": word if moves or said is None or to == row["phase"] else row["status"],
        "early_status": early,
        "holds": row["holds"] if not moves or to in OPEN else 0,
        "seen_at": seen_at(row, phase, covers(received, row["expected"], tolerance)),
        "received": received,
        "confirmations": max(row["confirmations"] or 0, news.get("confirmations") or 0) or None,
        "required": news.get("required") or row["required"],
    }
    if all(row[name] == value for name, value in changes.items()):
        return
    assignments = ", ".join(f"{name} = :{name}" for name in changes)
    values = {**changes, "ref": row["ref"]}
    database.execute(f"UPDATE payments SET {assignments}, version = version + 1 WHERE ref = :ref", values)
    if moves:
        change = {
            "from": row["phase"],
            "to": to,
            "afterExpiry": to in MONEY_SEEN
            and row["expires_at"] is not None
            and (changes["seen_at"] or time.time()) >= row["expires_at"],
            "replaced": bool(row["replaced"]),
        }
        on_change(database, by(database, "ref", row["ref"]), change)


def seen_at(row, phase, is_covered):
    """
    When the whole amount was first seen. Less than that does not meet an offer: the payer could send the rest when the
    price has fallen. When an amount is not known, the phase tells, and where it says nothing, what was seen before.
    """
    if is_covered is None:
        is_covered = phase not in TOO_LITTLE if phase in MONEY_SEEN else row["seen_at"] is not None
    return (row["seen_at"] or int(time.time())) if is_covered else None


def shown_phase(row):
    """An offer that has ended, or that another has replaced, is shown as expired until money is seen."""
    if has_ended(row) or (row["phase"] == "awaiting" and row["replaced"]):
        return "expired"
    known = row["status"] == "" or phase_of(row["status"], settings.STATUS_MAP)
    return row["phase"] if known else "unknown"


def iso_time(seconds):
    return None if seconds is None else datetime.fromtimestamp(seconds, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def status_of(row):
    """What the status address answers: what changes, and when to ask again."""
    answer = {
        "status": row["status"] or "NEW",
        "phase": shown_phase(row),
        "version": row["version"],
        "expiresAt": iso_time(row["expires_at"]),
        "cryptoAmountReceived": row["received"],
        "confirmations": row["confirmations"],
        "confirmationsRequired": row["required"],
    }
    if row["phase"] not in FINAL:
        age = time.time() - row["created"]
        answer["after"] = 2_500 if age < 60 else 5_000 if age < 300 else 10_000  # ms
    return {name: value for name, value in answer.items() if value is not None}


def view(row):
    """The payment as a browser may see it."""
    answer = json.loads(row["answer"])
    fixed = {name: answer[name] for name in PUBLIC if answer.get(name) is not None}
    # The service returns none of a local code (contract 2.8).
    currency = {"currency": row["currency"]} if row["method"] == "localcode" else {}
    changing = {name: value for name, value in status_of(row).items() if name != "after"}
    return {**fixed, **currency, **changing, "statusUrl": f"{settings.PUBLIC_URL}/status/{row['token']}"}
