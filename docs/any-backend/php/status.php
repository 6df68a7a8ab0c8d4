<?php
// What the service's status words mean, and which phase of a payment may follow which.
declare(strict_types=1);

namespace Pay;

// The contract names NEW and PENDING (section 3). The others are common words that can mean one thing only. Words such
// as SUCCESS, CONFIRMED or COMPLETED are not here: they may also mean that a call succeeded or that money was seen.
// Ask the operator which words the service sends, and add them as STATUS_MAP={"COMPLETED": "paid"}.
const WORDS = [
    'NEW' => 'awaiting',
    'PENDING' => 'awaiting',
    'DETECTED' => 'detected',
    'CONFIRMING' => 'confirming',
    'UNDERPAID' => 'underpaid',
    'UNMATCHED' => 'unmatched',
    'PAID' => 'paid',
    'SETTLED' => 'paid',
    'OVERPAID' => 'overpaid',
    'EXPIRED' => 'expired',
    'LATE' => 'late',
    'FAILED' => 'failed',
    'CANCELLED' => 'cancelled',
    'CANCELED' => 'cancelled',
    'REFUNDED' => 'refunded',
];

// Each phase with those that it may follow. News arrives late, twice and out of order: what may not follow is old news.
const OPEN = ['awaiting', 'detected', 'confirming', 'underpaid', 'unmatched'];
const MAY_FOLLOW = [
    'awaiting' => [],
    'detected' => ['awaiting', 'underpaid'],
    'confirming' => ['awaiting', 'detected', 'underpaid'],
    'underpaid' => ['awaiting', 'detected', 'confirming'],
    'unmatched' => ['awaiting', 'detected', 'confirming'],
    // The shop decides about unmatched money.
    'expired' => ['awaiting', 'detected', 'confirming', 'underpaid'],
    'late' => [...OPEN, 'expired'],
    'paid' => [...OPEN, 'expired', 'late'],
    'overpaid' => [...OPEN, 'expired', 'late'],
    'failed' => [...OPEN, 'late'],
    'cancelled' => [...OPEN, 'late'],
    'refunded' => [...OPEN, 'expired', 'late', 'paid', 'overpaid'],
];
const AFTER_REST = ['detected', 'confirming']; // may follow underpaid only when the whole amount has arrived
const FINAL_PHASES = ['paid', 'overpaid', 'failed', 'cancelled', 'refunded'];
const TOO_LITTLE = ['underpaid', 'unmatched'];
const MONEY_SEEN = ['detected', 'confirming', 'underpaid', 'unmatched', 'late', 'paid', 'overpaid'];

/** Whether a payment may go from one phase to another. `$isCovered`: its expected amount has arrived. */
function may_follow(string $before, ?string $to, ?bool $isCovered): bool
{
    if ($before === 'underpaid' && in_array($to, AFTER_REST, true)) {
        return $isCovered === true;
    }
    return $to !== null && in_array($before, MAY_FOLLOW[$to], true);
}

/** The phase that a status word stands for, first by the shop's own words. Null: neither success nor failure. */
function phase_of(string $word, array $ownWords): ?string
{
    $own = array_combine(array_map(fn ($name) => strtoupper(trim((string) $name)), array_keys($ownWords)), $ownWords);
    return [...WORDS, ...$own][strtoupper(trim($word))] ?? null;
}
