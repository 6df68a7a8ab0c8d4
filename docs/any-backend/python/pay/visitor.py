"""Who begins a payment, as far as it can be known. The service allows 35 requests a minute for the whole shop."""

import ipaddress

# How many payments may be begun: (seconds, payments).
VISITOR_LIMITS = [(60, 5), (3600, 20)]
# The networks of an IPv6 address from the widest, which one customer of a provider may have: (bits, multiples of these
# limits).
NETWORK_SHARES = [(48, 4), (56, 2), (64, 1)]
# The same for all visitors together whom nothing tells apart.
SHARED_LIMITS = [(60, 30), (3600, 200)]
# The same for everybody together: less than half of the 850 requests of the service's base plan (contract 8).
SHOP_LIMITS = [(3600, 400)]

# Addresses of this machine and of networks that are not the internet: a proxy of yours has one, a visitor does not.
PRIVATE = [
    ipaddress.ip_network(network)
    for network in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16",
        "::/127", "fc00::/7", "fe80::/10",
    )
]  # fmt: skip


def visitor_of(peer, forwarded, proxies=None):
    """
    What tells one visitor from another: an IPv4 address, or the first half of an IPv6 address, because a household
    has all of the second half. None when nothing that can be believed does.

    peer       the address of the connection
    forwarded  the X-Forwarded-For header. Each proxy adds the address that it was asked from on the right, so what
               stands further left may have been written by the visitor
    proxies    how many proxies of yours add to it. None: where the connection comes from a private address, and so
               from a proxy of yours, only the last entry is read
    """
    if proxies is not None:
        way = [*forwarded.rsplit(",", proxies), peer]
        return name_of(parse(way[-1 - proxies]) if len(way) > proxies else None)
    address = parse(peer)
    if address is None or not is_private(address):
        return name_of(address)
    address = parse(forwarded.rsplit(",", 1)[-1])
    return None if address is None or is_private(address) else name_of(address)


def parse(text):
    """An address, which may have quotes, brackets, a port or a zone."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].split("]")[0]
    elif text.count(":") == 1:
        text = text.split(":")[0]
    try:
        address = ipaddress.ip_address(text.split("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def is_private(address):
    return any(address in network for network in PRIVATE)


def name_of(address):
    if address is None or address.version == 4:
        return address and str(address)
    return network_of(address, 64)


def network_of(address, bits):
    return str(ipaddress.ip_network((address, bits), strict=False))


def networks_of(visitor):
    """The networks that a visitor belongs to, the widest first, each with its multiple of the limits."""
    if not visitor or not visitor.endswith("/64"):
        return [(visitor, 1)]
    address = visitor.split("/")[0]
    return [(network_of(address, bits), share) for bits, share in NETWORK_SHARES]
