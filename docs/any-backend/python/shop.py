"""
A shop's backend for Pay Elements: `python3 shop.py`. Standard library only, Python 3.9 or later. The protocol is in
any-backend.md, the settings are in settings.py, and what you replace by your own shop is in orders.py.
"""

import payments
import settings
from pay import Pay
from web import Server

if __name__ == "__main__":
    payments.create_tables().close()
    server = Server(("127.0.0.1", settings.PORT), Pay)
    print(f"http://127.0.0.1:{server.server_port}/pay", flush=True)
    server.run()
