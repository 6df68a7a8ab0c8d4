import type { OrderRequest } from './http.ts';

interface Address {
  /** One text for all that one visitor can come from. */
  readonly text: string;
  /** Of this machine or of a network that is not the internet: a proxy's, seldom a visitor's. */
  readonly isPrivate: boolean;
}

/**
 * Where a visitor comes from, as far as it can be believed: the four numbers of an IPv4 address, or the first half
 * of an IPv6 one, for a household has the whole second half to itself.
 *
 * `X-Forwarded-For` is written from left to right by everybody on the way, the visitor first. With `proxies`, so many
 * entries from the right are the shop's own. Without, the connection's address counts; only where that is private,
 * and so the shop's own proxy, the last public entry of the header does.
 *
 * @returns undefined when nothing is known that tells one visitor from another.
 */
export function visitorAddress(request: OrderRequest, proxies: number | undefined): string | undefined {
  const peer = request.address === undefined ? undefined : readAddress(request.address);
  const forwarded = (request.header('x-forwarded-for') ?? '')
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .map(readAddress);
  if (proxies !== undefined) {
    const way = [...forwarded, peer];
    return way[Math.max(0, way.length - 1 - proxies)]?.text;
  }
  if (!peer?.isPrivate) return peer?.text;
  // What cannot be read ends the walk: whatever stands left of it may be made up.
  const last = forwarded.reverse().find((entry) => !entry?.isPrivate);
  return last?.text;
}

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?::\d+)?$/;

/** Reads an address, also with a port, in brackets, or with a zone. */
function readAddress(written: string): Address | undefined {
  const text = written.trim().replace(/^"(.*)"$/, '$1');
  const [, ...numbers] = IPV4.exec(text) ?? [];
  if (numbers.length > 0) return numbers.every((one) => Number(one) < 256) ? fromIpv4(numbers.map(Number)) : undefined;
  const bare = text.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/%.*$/, '');
  if (!/^[\da-f:.]+$/i.test(bare)) return undefined;
  const url = `http://[${bare}]`;
  // The URL parser knows each way of writing an IPv6 address, and writes them in one.
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
  return { text: numbers.join('.'), isPrivate };
}

function fromIpv6(written: string): Address {
  const [left, right] = written.split('::').map((half) => half.split(':').filter(Boolean)) as [string[], string[]?];
  const zeros = right ? Array<string>(8 - left.length - right.length).fill('0') : [];
  const groups = [...left, ...zeros, ...(right ?? [])].map((group) => parseInt(group, 16));
  // An IPv4 address in the clothes of the other kind, as sockets of both kinds show it.
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return fromIpv4(groups.slice(6).flatMap((group) => [group >> 8, group & 255]));
  const [first] = groups as [number];
  const isPrivate =
    groups.slice(0, 7).every((group) => group === 0) || // loopback
    (first & 0xfe00) === 0xfc00 || // a site's own
    (first & 0xffc0) === 0xfe80; // a cable's own
  return {
    text: `${groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':')}::/64`,
    isPrivate,
  };
}
