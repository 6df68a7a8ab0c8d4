<?php
// Who begins a payment, as far as it can be known. The service allows 35 requests a minute for the whole shop.
declare(strict_types=1);

namespace Pay;

// How many payments may be begun: seconds => payments.
const VISITOR_LIMITS = [60 => 5, 3600 => 20];
// The networks of an IPv6 address from the widest, which one customer of a provider may have: bits => multiples of
// these limits.
const NETWORK_SHARES = [48 => 4, 56 => 2, 64 => 1];
// The same for all visitors together whom nothing tells apart.
const SHARED_LIMITS = [60 => 30, 3600 => 200];
// The same for everybody together: less than half of the 850 requests of the service's base plan (contract 8).
const SHOP_LIMITS = [3600 => 400];

// Addresses of this machine and of networks that are not the internet: a proxy of yours has one, a visitor does not.
const PRIVATE_NETWORKS = [
    '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16',
    '::/127', 'fc00::/7', 'fe80::/10',
];

/**
 * What tells one visitor from another: an IPv4 address, or the first half of an IPv6 address, because a household has
 * all of the second half. Null when nothing that can be believed does.
 *
 * $peer       the address of the connection
 * $forwarded  the X-Forwarded-For header. Each proxy adds the address that it was asked from on the right, so what
 *             stands further left may have been written by the visitor
 * $proxies    how many proxies of yours add to it. Null: where the connection comes from a private address, and so
 *             from a proxy of yours, only the last entry is read
 */
function visitor_of(string $peer, string $forwarded, ?int $proxies = null): ?string
{
    $entries = explode(',', $forwarded);
    if ($proxies !== null) {
        $way = [...$entries, $peer];
        return name_of(parse_address($way[count($way) - 1 - $proxies] ?? ''));
    }
    $address = parse_address($peer);
    if ($address === null || !is_private($address)) {
        return name_of($address);
    }
    $address = parse_address(end($entries));
    return $address === null || is_private($address) ? null : name_of($address);
}

/** The 4 or 16 bytes of an address, which may have quotes, brackets, a port or a zone. */
function parse_address(string $text): ?string
{
    $text = trim(trim($text), '"');
    if (str_starts_with($text, '[')) {
        $text = explode(']', substr($text, 1))[0];
    } elseif (substr_count($text, ':') === 1) {
        $text = explode(':', $text)[0];
    }
    $text = explode('%', $text)[0];
    if (!filter_var($text, FILTER_VALIDATE_IP)) {
        return null;
    }
    $bytes = inet_pton($text);
    $isMapped = str_starts_with($bytes, str_repeat("\0", 10) . "\xff\xff"); // an IPv4 address in the form of IPv6
    return $isMapped ? substr($bytes, 12) : $bytes;
}

function is_private(string $address): bool
{
    $bits = fn ($bytes) => implode('', array_map(fn ($byte) => sprintf('%08b', ord($byte)), str_split($bytes)));
    foreach (PRIVATE_NETWORKS as $network) {
        [$first, $length] = explode('/', $network);
        $first = inet_pton($first);
        $isSameKind = strlen($first) === strlen($address);
        if ($isSameKind && str_starts_with($bits($address), substr($bits($first), 0, (int) $length))) {
            return true;
        }
    }
    return false;
}

function name_of(?string $address): ?string
{
    if ($address === null || strlen($address) === 4) {
        return $address === null ? null : inet_ntop($address);
    }
    return network_of($address, 64);
}

/** The network of an IPv6 address that its first bits name, a multiple of eight: 2001:db8:1:200::/56. */
function network_of(string $address, int $bits): string
{
    return inet_ntop(str_pad(substr($address, 0, intdiv($bits, 8)), 16, "\0")) . "/$bits";
}

/** The networks that a visitor belongs to, the widest first, each with its multiple of the limits. */
function networks_of(?string $visitor): array
{
    if (!str_ends_with($visitor ?? '', '/64')) {
        return [[$visitor, 1]];
    }
    $address = inet_pton(explode('/', $visitor)[0]);
    $networks = [];
    foreach (NETWORK_SHARES as $bits => $share) {
        $networks[] = [network_of($address, $bits), $share];
    }
    return $networks;
}
