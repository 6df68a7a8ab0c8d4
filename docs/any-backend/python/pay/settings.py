"""
The settings, from the environment, and from a file `.env` in the folder that holds this package or the one above. The
environment comes first. A wrong setting is an error that names it.

SERVICE_URL, SERVICE_KEY   base address and API key of the payment service: https, except on your own machine
PAY_SECRET                 at least 32 random characters; signs the addresses of the webhooks
PAY_SECRET_PREVIOUS        is refused: change PAY_SECRET while no payment is open
PAY_URL                    where /pay can be reached from outside: https, except on your own machine
PAYOUT_BTC, PAYOUT_ETH     the addresses that the proceeds go to: a coin without one is not offered
PAYOUT_WALLET              the e-mail address of your wallet account: without it the wallet is not offered
PORT                       where shop.py listens; 8080 by default
DATABASE                   the SQLite file; payments.db beside this package by default
PROXIES                    the number of your own proxies, which append to X-Forwarded-For; visitor.py has its default
STATUS_MAP                 the service's own status words as JSON: {"COMPLETED": "paid"}
TOLERANCE                  by how much payments may differ, as JSON by coin: {"BTC": "0.000001"}; 0 by default
LOCALCODE_CURRENCY         the currency of your account's local codes: without it that method is not offered
WALLET_CURRENCIES          the currencies that the wallet is offered for, such as USD,EUR; all of them by default
ALLOW_TEST_PAYMENTS        yes (or 1) accepts a sandbox's payments as real ones; never in production
"""

import json
import os
import pathlib
import re
import urllib.parse

from . import money, status
from .env_file import read_env_file

FOLDER = pathlib.Path(__file__).parent.parent
ENV_FILE = next((file for file in (FOLDER / ".env", FOLDER.parent / ".env") if file.is_file()), None)
VALUES = {**(read_env_file(ENV_FILE.read_text("utf-8")) if ENV_FILE else {}), **os.environ}

# For payments of the sandbox alone. The keys of these addresses are public: anybody could take what arrives there.
TEST_PAYOUT = {
    "PAYOUT_BTC": "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    "PAYOUT_ETH": "0xAff4d6793F584a473348EbA058deb8caad77a288",
    "PAYOUT_WALLET": "till@shop.example",
}


def read(name, default=None):
    value = VALUES.get(name) or default
    if value is None:
        raise SystemExit(f"{name}: is missing. Set it in the environment or in the file .env")
    return value


def is_local(url):
    """Whether only this machine can reach an address."""
    host = urllib.parse.urlsplit(url).hostname or ""
    return host in ("localhost", "::1") or re.fullmatch(r"127(\.\d{1,3}){3}|.+\.localhost", host) is not None


def read_url(name, example):
    value = read(name).rstrip("/")
    if not re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#]*)?", value):
        raise SystemExit(f"{name}: must be an address such as {example}")
    # The key and the addresses of webhooks are credentials. A name without a dot is one of a network of containers.
    is_public = any(sign in (urllib.parse.urlsplit(value).hostname or "") for sign in ".:")
    if value.startswith("http:") and is_public and not is_local(value):
        raise SystemExit(f"{name}: must be https; http is for your own machine only")
    return value


def read_port():
    value = read("PORT", "8080")
    if not re.fullmatch(r"[0-9]{1,5}", value) or int(value) > 65535:
        raise SystemExit(f"PORT: has to be a number from 0 to 65535, not '{value}'")
    return int(value)


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


def check_currency(name, code):
    if not re.fullmatch("[A-Za-z]{3}", code):
        raise SystemExit(f"{name}: '{code}' is no code of three letters, such as USD")


def read_payout(name, form, what):
    value = read(name, TEST_PAYOUT[name] if IS_SANDBOX and not any(map(VALUES.get, TEST_PAYOUT)) else "")
    if value and not re.fullmatch(form, value):
        raise SystemExit(f"{name}: is not {what}")
    return value


SERVICE_URL = read_url("SERVICE_URL", "https://service.example")
SERVICE_KEY = read("SERVICE_KEY")
if not re.fullmatch(r"[\x21-\x7e]+", SERVICE_KEY):
    raise SystemExit("SERVICE_KEY: plain text without spaces is needed")
PAY_URL = read_url("PAY_URL", "https://shop.example/pay")
PORT = read_port()
DATABASE = FOLDER / read("DATABASE", "payments.db")
if not DATABASE.parent.is_dir():
    raise SystemExit(f"DATABASE: there is no folder {DATABASE.parent}")
STATUS_MAP = read_map("STATUS_MAP", lambda value: value in status.MAY_FOLLOW, "is not a phase")
TOLERANCE = read_map("TOLERANCE", money.decimal_text, "is not decimal text")
LOCALCODE_CURRENCY = read("LOCALCODE_CURRENCY", "")
if LOCALCODE_CURRENCY:
    check_currency("LOCALCODE_CURRENCY", LOCALCODE_CURRENCY)
WALLET_CURRENCIES = read("WALLET_CURRENCIES", "").upper().replace(",", " ").split()
for code in WALLET_CURRENCIES:
    check_currency("WALLET_CURRENCIES", code)
ALLOW_TEST_PAYMENTS = read("ALLOW_TEST_PAYMENTS", "") in ("1", "yes")
if not ALLOW_TEST_PAYMENTS and read("ALLOW_TEST_PAYMENTS", "") not in ("", "0", "no"):
    raise SystemExit("ALLOW_TEST_PAYMENTS: only yes turns it on; leave it empty in production")

# The sandbox listens on this machine only.
IS_SANDBOX = ALLOW_TEST_PAYMENTS and is_local(SERVICE_URL)
# The form alone: a mistyped letter is found by the payment service.
BTC_FORM = r"bc1[02-9ac-hj-np-z]{11,87}|BC1[02-9AC-HJ-NP-Z]{11,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34}"
PAYOUT_COINS = {
    "BTC": read_payout("PAYOUT_BTC", BTC_FORM, "an address of BTC"),
    "ETH": read_payout("PAYOUT_ETH", r"0x[0-9a-fA-F]{40}", "an address of ETH"),
}
PAYOUT_COINS = {coin: address for coin, address in PAYOUT_COINS.items() if address}
PAYOUT_WALLET = read_payout("PAYOUT_WALLET", r"[^\s@]+@[^\s@]+\.[^\s@]+", "an e-mail address")
if not PAYOUT_COINS and not PAYOUT_WALLET:
    raise SystemExit("PAYOUT_BTC, PAYOUT_ETH, PAYOUT_WALLET: are missing. Set at least one, or nothing can be paid")

PAY_SECRET = read("PAY_SECRET").encode()
if len(PAY_SECRET) < 32:
    raise SystemExit("PAY_SECRET: must have at least 32 characters")
if VALUES.get("PAY_SECRET_PREVIOUS"):
    raise SystemExit("PAY_SECRET_PREVIOUS: has no effect here. Remove it, and change PAY_SECRET while no payment is open")

PROXIES = read("PROXIES", "")
if PROXIES and not PROXIES.isdecimal():
    raise SystemExit("PROXIES: must be a whole number")
PROXIES = int(PROXIES) if PROXIES else None
