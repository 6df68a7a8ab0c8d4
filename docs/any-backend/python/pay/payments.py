"""The shop's payments in SQLite: one open payment for each choice, and no payment that goes back."""

import contextlib
import json
import math
import sqlite3
import time
from datetime import datetime, timezone

from . import settings
from .money import PAID, covers, decimal_text, is_for_order, larger, tolerance_of, with_money
from .orders import SCHEMA as ORDERS_SCHEMA
from .orders import on_change
from .status import FINAL, MONEY_SEEN, OPEN, TOO_LITTLE, may_follow, phase_of
from .web import log

# The price of a coin changes: a payer has this long to send the amount. The countdown and `late` are by this time.
OFFER_SECONDS = 20 * 60

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
  -- when the whole amount was first seen; the last amount that was reported, which decides, and the highest, to be shown
  covered_at INTEGER, received TEXT, highest TEXT, confirmations INTEGER, required INTEGER
);
CREATE UNIQUE INDEX IF NOT EXISTS one_for_each_choice ON payments (order_ref, method, coin) WHERE holds = 1;
CREATE INDEX IF NOT EXISTS of_order ON payments (order_ref);
CREATE INDEX IF NOT EXISTS of_visitor ON payments (visitor, created);
CREATE INDEX IF NOT EXISTS by_time ON payments (created);
"""


def connect():
    """
    A connection for one request, to tables that are created when they are not there. A statement outside a transaction
    is one of its own.
    """
    database = sqlite3.connect(settings.DATABASE, timeout=5, isolation_level=None)
    database.row_factory = sqlite3.Row
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")  # what was acknowledged survives a power cut
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


def is_moving(row):
    """Whether money was seen for a payment that has not ended."""
    return row["answer"] is not None and row["phase"] in MONEY_SEEN and row["phase"] not in FINAL


def is_being_created(row):
    return row["answer"] is None and row["created"] > time.time() - CREATION_LIMIT


def wait(database, limits, visitor=None):
    """
    Seconds until the visitors whose hashes begin with `visitor` may begin another payment, or without it until anybody
    may. 0: now.
    """
    now = time.time()
    waits = [0]
    for seconds, most in limits:
        text = "SELECT created FROM payments WHERE created > :begin ORDER BY created DESC LIMIT 1 OFFSET :least"
        if visitor:
            text = text.replace("WHERE", "WHERE visitor BETWEEN :visitor AND :visitor || '~' AND")  # no hash has a ~
        values = {"visitor": visitor, "begin": now - seconds, "least": most - 1}
        row = database.execute(text, values).fetchone()
        if row:
            waits.append(math.ceil(row["created"] + seconds - now))
    return max(waits)


def insert(database, row, order):
    """Written before the service is asked: its webhook may be faster than its answer."""
    now = int(time.time())
    terms = {name: order[name] for name in ("amount", "currency")}  # what the order is at this moment
    ends = min(now + OFFER_SECONDS, order["expires_at"] or math.inf)
    row = {**row, **terms, "expires_at": ends, "order_ref": order["ref"], "created": now}
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
    news  "status", and what else the service has told: "id", "received", "confirmations", "required". "unreadable": an amount that
          is not decimal text
    """
    id, word = row["id"] or news.get("id"), news["status"]
    # The amount of this report, or else of the last one: an earlier, higher amount may have gone again.
    received = news.get("received") or row["received"]
    highest = larger(row["highest"], received)
    said = phase_of(word, settings.STATUS_MAP)
    unreadable = news.get("unreadable") if row["method"] == "crypto" else None
    if unreadable is not None:
        log(f"payment {id}: {word}, with an amount that cannot be read: {unreadable[:50]!r}")
        said = "confirming" if said in PAID else said
    tolerance = tolerance_of(settings.TOLERANCE.get(row["coin"], "0"), row["expected"])
    to = with_money(said, row["phase"], received, row["expected"], tolerance)
    is_covered = covers(received, row["expected"], tolerance)
    if said == "underpaid" and covers(news.get("received"), row["expected"]):
        to = "confirming"  # nothing is missing any more
    if said is None:
        log(f"payment {id}: the status {word!r} is not known, see STATUS_MAP")
    if said in PAID and is_covered is False:
        log(f"payment {id}: {word}, but {received} of {row['expected']} was received")
    before, early = row["phase"], row["early_status"]
    if early and row["answer"] is None:
        before = "paid"  # no news takes that back
    if to in PAID and row["answer"] is None:
        early = early or word
        to = "confirming"  # whether it is a test, and what was expected, is not known yet
        log(f"payment {id}: {word} before the service has answered the creation")
    after_expiry = row["expires_at"] is not None and (row["covered_at"] or time.time()) >= row["expires_at"]
    if to in PAID and after_expiry:
        to = "late"
    if to in [*PAID, "late"] and row["test"] and not settings.ALLOW_TEST_PAYMENTS:
        log(f"payment {id}: {word} is ignored for a test payment, see ALLOW_TEST_PAYMENTS")
        return

    moves = may_follow(before, to, is_covered)
    if row["phase"] in FINAL and not moves:
        return
    phase = to if moves else row["phase"]
    # When only zero was ever reported, the service counts only confirmed money. Too little without an amount is news.
    says_amount = highest != "0" and (said != "underpaid" or news.get("received") is not None)
    changes = {
        "id": id,
        "phase": phase,
        # A status of which none of these is true is old news.
        "status": word if moves or said is None or to == row["phase"] else row["status"],
        "early_status": early,
        "holds": row["holds"] if not moves or to in OPEN else 0,
        "covered_at": covered_at(row, phase, is_covered if says_amount else None)
        if unreadable is None
        else row["covered_at"],
        "received": received,
        "highest": highest,
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
            "afterExpiry": to in MONEY_SEEN and after_expiry,
            "replaced": bool(row["replaced"]),
        }
        on_change(database, by(database, "ref", row["ref"]), change)


def covered_at(row, phase, is_covered):
    """
    Since when the whole amount has been seen. Less than that does not meet an offer: the payer could send the rest when
    the price has fallen. When an amount is not known, the phase tells, and where it says nothing, what was seen before.
    """
    if is_covered is None:
        is_covered = phase not in TOO_LITTLE if phase in MONEY_SEEN else row["covered_at"] is not None
    return (row["covered_at"] or int(time.time())) if is_covered else None


def shown_phase(row):
    """An offer that has ended, or that another has replaced, is shown as expired until money is seen."""
    if has_ended(row) or (row["phase"] == "awaiting" and row["replaced"]):
        return "expired"
    known = row["status"] == "" or phase_of(row["status"], settings.STATUS_MAP)
    return row["phase"] if known else "unknown"


def is_over(row):
    """Whether the payer can see that a payment has ended unpaid. One that was replaced tells them nothing."""
    return row["answer"] is not None and not row["replaced"] and shown_phase(row) in ("expired", "failed", "cancelled")


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
        "paidAt": iso_time(row["covered_at"]) if row["phase"] in PAID else None,
    }
    if row["phase"] not in FINAL:
        age = time.time() - row["created"]
        answer["after"] = 2_500 if age < 60 else 5_000 if age < 300 else 10_000  # ms
    answer = {name: value for name, value in answer.items() if value is not None}
    if row["received"] != row["highest"]:
        # Money has gone again, or an older webhook came late. A payer who was told an amount is told that it is unknown.
        answer["cryptoAmountReceived"] = None
    return answer


def view(row, order):
    """The payment as a browser may see it. Its order may be gone."""
    answer = json.loads(row["answer"])
    fixed = {name: answer[name] for name in PUBLIC if answer.get(name) is not None}
    # The service returns none of a local code (contract 2.8).
    currency = {"currency": row["currency"]} if row["method"] == "localcode" else {}
    number = {"orderRef": str(order["number"])} if order else {}
    changing = {name: value for name, value in status_of(row).items() if name != "after"}
    return {**fixed, **currency, **number, **changing, "statusUrl": f"{settings.PAY_URL}/status/{row['token']}"}


def summary(row):
    """A payment that did not settle its order, for the payer."""
    return {name: row[name] for name in ("id", "amount", "currency", "phase")}
