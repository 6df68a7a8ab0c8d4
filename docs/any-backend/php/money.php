<?php
// The rules about money: amounts are exact decimals, and a payment settles an order only as the order is now.
declare(strict_types=1);

namespace Pay;

const PAID = ['paid', 'overpaid']; // the phases in which a payment has all its money

const DIGITS_MAX = 80; // before the point: no coin has such amounts

/**
 * A number in its one plain form: "5.00" and "0.5e1" are "5". Null for anything else, also for less than zero and for
 * more than 80 digits before the point.
 */
function decimal_text(mixed $value): ?string
{
    $pattern = '/^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?\z/';
    if (!is_string($value) || !preg_match($pattern, $value, $found)) {
        return null;
    }
    $point = strlen($found[1]) + (int) ($found[3] ?? 0); // where the point stands among the digits
    $digits = str_repeat('0', max(0, -$point)) . $found[1] . ($found[2] ?? '');
    $digits = str_pad($digits, max(0, $point), '0');
    $text = plain(substr($digits, 0, max(0, $point)), substr($digits, max(0, $point)));
    return strlen(explode('.', $text)[0]) > DIGITS_MAX ? null : $text;
}

/** A number without the zeros that say nothing, from the digits before and after its point. */
function plain(string $whole, string $decimals): string
{
    [$whole, $decimals] = [ltrim($whole, '0'), rtrim($decimals, '0')];
    return ($whole === '' ? '0' : $whole) . ($decimals === '' ? '' : ".$decimals");
}

/** -1, 0 or 1 as an amount in decimal text is less than, equal to or more than another. Exact: no number is a float. */
function compare(string $a, string $b): int
{
    [$a, $b] = [explode('.', "$a."), explode('.', "$b.")];
    return strlen($a[0]) <=> strlen($b[0]) ?: strcmp($a[0], $b[0]) <=> 0 ?: strcmp($a[1], $b[1]) <=> 0;
}

/** The sum of two amounts in decimal text. */
function add(string $a, string $b): string
{
    [$a, $b] = [explode('.', "$a."), explode('.', "$b.")];
    $places = max(strlen($a[1]), strlen($b[1]));
    $length = max(strlen($a[0]), strlen($b[0])) + 1 + $places;
    $aligned = fn ($number) => str_pad($number[0] . str_pad($number[1], $places, '0'), $length, '0', STR_PAD_LEFT);
    [$a, $b] = [$aligned($a), $aligned($b)];
    for ($sum = '', $carry = 0, $at = $length - 1; $at >= 0; $at--) {
        $digit = (int) $a[$at] + (int) $b[$at] + $carry;
        $carry = intdiv($digit, 10);
        $sum = $digit % 10 . $sum;
    }
    return plain(substr($sum, 0, $length - $places), substr($sum, $length - $places));
}

/** The larger of two amounts in decimal text. One that is null is not known. */
function larger(?string $a, ?string $b): ?string
{
    return $a !== null && ($b === null || compare($a, $b) > 0) ? $a : $b;
}

/** The tolerance of a payment: none, when nothing at all would be enough. */
function tolerance_of(string $tolerance, ?string $expected): string
{
    return $expected !== null && compare(decimal_text($tolerance), $expected) >= 0 ? '0' : $tolerance;
}

/** Whether the expected amount has arrived; the tolerance may be missing. Null: one of the amounts is not known. */
function covers(?string $received, ?string $expected, string $tolerance = '0'): ?bool
{
    if ($received === null || $expected === null) {
        return null;
    }
    return compare(add($received, decimal_text($tolerance)), $expected) >= 0;
}

/**
 * The phase of a payment that was in `$before` and that the service says is in `$phase`, by what it has received, in the
 * coin. A payment is paid only with the expected amount; the tolerance is what may differ. Any amount at all has been
 * detected. When an amount is not known (null), the service is believed.
 */
function with_money(
    ?string $phase,
    string $before,
    ?string $received,
    ?string $expected,
    string $tolerance = '0',
): ?string {
    if (($phase === null || $phase === 'awaiting') && $received !== null && $received !== '0') {
        return 'detected';
    }
    $isCovered = covers($received, $expected, $tolerance);
    if (!in_array($phase, PAID, true) || $isCovered === null) {
        return $phase;
    }
    if (!$isCovered) {
        return in_array($before, ['expired', 'late'], true) ? 'late' : 'underpaid';
    }
    return compare($received, add($expected, decimal_text($tolerance))) > 0 ? 'overpaid' : 'paid';
}

/** Whether a payment was created for the amount and currency that the order has now. */
function is_for_order(array $payment, ?array $order): bool
{
    $amount = decimal_text($payment['amount']);
    return $order !== null
        && $amount !== null
        && $amount === decimal_text($order['amount'])
        && strtoupper($payment['currency']) === strtoupper($order['currency']);
}

/**
 * Whether a payment pays for an order as it is now. This alone sends no goods, because late money pays too: goods are
 * sent for an order's `paid_by`. Ask this of that payment again when they leave the shop: the order may have changed.
 *
 * It does when it is paid, was created for the amount and currency that the order has now, and is no test payment,
 * unless those are allowed.
 */
function settles_order(array $payment, ?array $order, bool $allowTestPayments = false): bool
{
    if ($payment['test'] && !$allowTestPayments) {
        return false;
    }
    return in_array($payment['phase'], PAID, true) && is_for_order($payment, $order);
}
