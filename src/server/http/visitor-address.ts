import type { OrderRequest } from '../orders/order-request.ts';

interface Address {
  /** The networks of `visitorNetworks`. */
  readonly networks: readonly string[];
  /** Of this machine or of a network that is not the internet: a proxy's, seldom a visitor's. */
  readonly isPrivate: boolean;
}

/** The prefixes of an IPv6 address that are counted. Bits. */
const IPV6_PREFIXES = [64, 56, 48] as const;

/**
 * Where a visitor comes from, as far as it can be believed, from the narrowest network to the widest: an IPv4 address,
 * or three prefixes of an IPv6 one. A device can have every address of a /64, and many providers give one customer a
 * whole /56 or /48 (RFC 6177).
 *
 * Each proxy appends the address that it sees to `X-Forwarded-For`, so only entries at its right end are the shop's own;
 * everything left of them may be written by the visitor and is never read. With `proxies`, the visitor is that entry
 * from the right. Without, the address of the connection counts; only where that is private, and so the shop's own
 * proxy, the last entry does, if it is public.
 *
 * @param address - the address of the connection
 * @returns an empty list when no trusted information identifies the visitor
 */
export function visitorNetworks(
  address: string | undefined,
  { header }: Pick<OrderRequest, 'header'>,
  proxies: number | undefined,
): readonly string[] {
  const peer = readAddress(address);
  const outside = peer && !peer.isPrivate ? peer.networks : [];
  if (proxies === 0) return peer?.networks ?? [];
  if (proxies === undefined && !peer?.isPrivate) return outside;
  const entry = entryFromRight(header('x-forwarded-for') ?? '', proxies ?? 1);
  // Fewer entries than proxies: the request bypassed one of them, and the visitor may have written all entries.
  if (entry === undefined) return outside;
  const visitor = readAddress(entry);
  // With `proxies`, this entry is the visitor's address. Without it, a private address belongs to another proxy.
  return visitor === undefined || (proxies === undefined && visitor.isPrivate) ? [] : visitor.networks;
}

/** The entry at a place of a comma-separated header, the last is 1. Undefined when there are fewer. */
function entryFromRight(header: string, place: number): string | undefined {
  if (header === '') return undefined;
  let end = header.length;
  for (let passed = 1; ; passed += 1) {
    const comma = end === 0 ? -1 : header.lastIndexOf(',', end - 1);
    if (passed === place) return header.slice(comma + 1, end);
    if (comma === -1) return undefined;
    end = comma;
  }
}

/** The longest way to write an IPv6 address with brackets, zone, port and quotes fits. Characters. */
const ADDRESS_MAX = 100;

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?::\d+)?$/;

/** Reads an address, also with a port, in brackets, or with a zone. */
function readAddress(written: string | undefined): Address | undefined {
  if (written === undefined || written.length > ADDRESS_MAX) return undefined;
  const text = written.trim().replace(/^"(.*)"$/, '$1');
  const [, ...numbers] = IPV4.exec(text) ?? [];
  if (numbers.length > 0) return numbers.every((one) => Number(one) < 256) ? fromIpv4(numbers.map(Number)) : undefined;
  const bare = text.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/%.*$/, '');
  if (!/^[\da-f:.]+$/i.test(bare)) return undefined;
  const url = `http://[${bare}]`;
  // The URL parser accepts every notation of an IPv6 address, and normalizes it.
  return URL.canParse(url) ? fromIpv6(new URL(url).hostname.slice(1, -1)) : undefined;
}

function fromIpv4(numbers: readonly number[]): Address {
  const [a, b] = numbers as [number, number];
  const isPrivate =
    [0, 10, 127].includes(a) ||
    (a === 100 && b >= 64 && b < 128) || // between a carrier and its customers (RFC 6598)
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168);
  return { networks: [numbers.join('.')], isPrivate };
}

function fromIpv6(written: string): Address {
  const [left, right] = written.split('::').map((half) => half.split(':').filter(Boolean)) as [string[], string[]?];
  const zeros = right ? Array<string>(8 - left.length - right.length).fill('0') : [];
  const groups = [...left, ...zeros, ...(right ?? [])].map((group) => parseInt(group, 16));
  // An IPv4-mapped address (RFC 4291, 2.5.5.2), as a socket for both kinds shows it.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return fromIpv4(groups.slice(6).flatMap((group) => [group >> 8, group & 255]));
  const [first] = groups as [number];
  const isPrivate =
    groups.slice(0, 7).every((group) => group === 0) || // loopback
    (first & 0xfe00) === 0xfc00 || // a site's own
    (first & 0xffc0) === 0xfe80; // a cable's own
  return { networks: IPV6_PREFIXES.map((bits) => prefixOf(groups, bits)), isPrivate };
}

/** The first bits of an address, of which each group has 16: `2001:db8:0:7::/64`. */
function prefixOf(groups: readonly number[], bits: number): string {
  const kept = groups.slice(0, Math.ceil(bits / 16)).map((group, index) => {
    const cut = Math.max(0, 16 * (index + 1) - bits);
    return ((group >> cut) << cut).toString(16);
  });
  return `${kept.join(':')}::/${bits}`;
}
