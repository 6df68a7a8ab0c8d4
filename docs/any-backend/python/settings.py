"""
The settings, from the environment. A wrong one is an error that names it.

SERVICE_URL, SERVICE_KEY   base address and API key of the payment service
PAY_SECRET                 at least 32 random characters; signs the addresses of the webhooks
PUBLIC_URL                 where /pay can be reached from outside: https, except on your own machine
PORT                       where this program listens; 8080 by default
DATABASE                   the SQLite file; payments.db beside this file by default
PROXIES                    how many proxies of yours write X-Forwarded-For; visitor.py says what happens without
STATUS_MAP                 the service's own status words as JSON: {"COMPLETED": "paid"}
TOLERANCE                  by how much payments may differ, as JSON by coin: {"BTC": "0.000001"}; 0 by default
LOCALCODE_CURRENCY         the currency of your account's local codes: without it that method is not offered
WALLET_CURRENCIES          the currencies that the wallet is offered for, such as USD,EUR; all of them by default
ALLOW_TEST_PAYMENTS        yes (or 1) accepts a sandbox's payments as real ones; never in production
"""

import json
import os
import pathlib

import money
import status


def read(name, default=None):
    value = os.environ.get(name) or default
    if value is None:
        raise SystemExit(f"{name}: is missing")
    return value


def read_map(name, is_right, reason):
    """A JSON object of texts."""
    try:
        entries = json.loads(read(name, "{}"))
    except ValueError:
        entries = None
    if not isinstance(entries, dict):
        raise SystemExit(f'{name}: must be a JSON object such as {{"NAME": "value"}}')
    for key, value in entries.items():
        if not is_right(value):
            raise SystemExit(f"{name}: {key}: {json.dumps(value)} {reason}")
    return entries


SERVICE_URL = read("SERVICE_URL").rstrip("/")
SERVICE_KEY = read("SERVICE_KEY")
PUBLIC_URL = read("PUBLIC_URL").rstrip("/")
PORT = int(read("PORT", "8080"))
DATABASE = pathlib.Path(__file__).parent / read("DATABASE", "payments.db")
STATUS_MAP = read_map("STATUS_MAP", lambda value: value in status.MAY_FOLLOW, "is not a phase")
TOLERANCE = read_map("TOLERANCE", money.decimal_text, "is not decimal text")
LOCALCODE_CURRENCY = read("LOCALCODE_CURRENCY", "")
WALLET_CURRENCIES = read("WALLET_CURRENCIES", "").upper().replace(",", " ").split()
ALLOW_TEST_PAYMENTS = read("ALLOW_TEST_PAYMENTS", "") in ("1", "yes")

PAY_SECRET = read("PAY_SECRET").encode()
if len(PAY_SECRET) < 32:
    raise SystemExit("PAY_SECRET: must have at least 32 characters")

PROXIES = read("PROXIES", "")
if PROXIES and not PROXIES.isdecimal():
    raise SystemExit("PROXIES: must be a whole number")
PROXIES = int(PROXIES) if PROXIES else None
