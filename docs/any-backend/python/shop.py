"""
The backend alone: `python3 shop.py`, or `gunicorn shop:application`. The settings are in pay/settings.py, and what you
replace by your own shop is in pay/orders.py.
"""

from pay import payments, settings
from pay.pay import application
from server import Server

if __name__ == "__main__":
    payments.connect().close()  # an error now, if there can be no database
    server = Server(("127.0.0.1", settings.PORT), application)
    print(f"http://127.0.0.1:{server.server_port}/pay", flush=True)
    server.run()
