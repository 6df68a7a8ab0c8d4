<?php
// The shop's payments in SQLite: one open payment for each choice, and no payment that goes back.
declare(strict_types=1);

namespace Pay;

use PDO;
use PDOStatement;
use Throwable;

require_once __DIR__ . '/money.php';
require_once __DIR__ . '/orders.php';
require_once __DIR__ . '/status.php';
require_once __DIR__ . '/web.php';

// The price of a coin changes: a payer has this long to send the amount. The countdown and `late` are by this time.
const OFFER_SECONDS = 20 * 60;

const CREATION_LIMIT = 60; // seconds; a creation that takes longer was cut short by a crash

// All fields of a payment that may leave the shop. Never the service's whole answer: it holds the webhook's address.
const PUBLIC_FIELDS = [
    'tid', 'pid', 'bid', 'address', 'qrCodeBase64', 'currency', 'amount', 'cryptoCoin', 'cryptoAmountExpected', 'note',
    'hostedUrl', 'test',
];

const SCHEMA = "
CREATE TABLE IF NOT EXISTS payments (
  ref TEXT PRIMARY KEY, token TEXT NOT NULL UNIQUE, created INTEGER NOT NULL, visitor TEXT NOT NULL,
  -- what was chosen, and what the order was then
  order_ref TEXT NOT NULL, method TEXT NOT NULL, coin TEXT NOT NULL,
  amount TEXT NOT NULL, currency TEXT NOT NULL, expires_at INTEGER,
  -- whether this is the payment that the payer is given for this choice, and whether another has taken its place
  holds INTEGER NOT NULL DEFAULT 1, replaced INTEGER NOT NULL DEFAULT 0,
  -- the service's answer to the creation
  id TEXT, answer TEXT, expected TEXT, test INTEGER NOT NULL DEFAULT 0,
  -- the service's news; the phase is the last known one, whatever the status word is
  status TEXT NOT NULL DEFAULT '', phase TEXT NOT NULL DEFAULT 'awaiting', version INTEGER NOT NULL DEFAULT 1,
  early_status TEXT, -- the first word for paid that came before the service's answer; judged when that is there
  -- when the whole amount was first seen; the last amount that was reported, which decides, and the highest, to be shown
  covered_at INTEGER, received TEXT, highest TEXT, confirmations INTEGER, required INTEGER
);
CREATE UNIQUE INDEX IF NOT EXISTS one_for_each_choice ON payments (order_ref, method, coin) WHERE holds = 1;
CREATE INDEX IF NOT EXISTS of_order ON payments (order_ref);
CREATE INDEX IF NOT EXISTS of_visitor ON payments (visitor, created);
CREATE INDEX IF NOT EXISTS by_time ON payments (created);
";

/** A connection for one request, to tables that are created when they are not there. */
function connect(): PDO
{
    $database = new PDO('sqlite:' . DATABASE, options: [
        PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
        PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC,
        PDO::ATTR_TIMEOUT => 5, // seconds
    ]);
    // FULL: what was acknowledged survives a power cut.
    $database->exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;' . SCHEMA . ORDERS_SCHEMA);
    return $database;
}

/** The table of payments. A statement outside a transaction is one of its own. */
final class Payments
{
    public function __construct(private PDO $database)
    {
    }

    private function run(string $text, array $values): PDOStatement
    {
        $statement = $this->database->prepare($text);
        $statement->execute($values);
        return $statement;
    }

    /** One writer at a time: what is read inside stays as it is until the end. */
    public function transaction(callable $work): mixed
    {
        $this->database->exec('BEGIN IMMEDIATE');
        try {
            $result = $work();
            $this->database->exec('COMMIT');
            return $result;
        } catch (Throwable $error) {
            try {
                $this->database->exec('ROLLBACK');
            } catch (Throwable) {
                // SQLite has rolled back already, for example because the disk is full.
            }
            throw $error;
        }
    }

    public function ofOrder(string $orderRef): array
    {
        return $this->run('SELECT * FROM payments WHERE order_ref = ? ORDER BY rowid', [$orderRef])->fetchAll();
    }

    public function byRef(string $ref): ?array
    {
        return $this->run('SELECT * FROM payments WHERE ref = ?', [$ref])->fetch() ?: null;
    }

    public function byToken(string $token): ?array
    {
        return $this->run('SELECT * FROM payments WHERE token = ?', [$token])->fetch() ?: null;
    }

    /** The payment that the payer is given for a choice. */
    public function holder(string $orderRef, string $method, string $coin): ?array
    {
        $text = 'SELECT * FROM payments WHERE order_ref = ? AND method = ? AND coin = ? AND holds = 1';
        return $this->run($text, [$orderRef, $method, $coin])->fetch() ?: null;
    }

    /**
     * Seconds until the visitors whose hashes begin with $visitor may begin another payment, or without it until anybody
     * may. 0: now.
     */
    public function wait(array $limits, ?string $visitor = null): int
    {
        $now = time();
        $waits = [0];
        foreach ($limits as $seconds => $most) {
            $whose = $visitor === null ? '' : 'visitor BETWEEN ? AND ? AND'; // no hash has a ~
            $values = [...($visitor === null ? [] : [$visitor, "$visitor~"]), $now - $seconds];
            $text = "SELECT created FROM payments WHERE $whose created > ? ORDER BY created DESC LIMIT 1 OFFSET ";
            $created = $this->run($text . $most - 1, $values)->fetchColumn();
            $waits[] = $created === false ? 0 : $created + $seconds - $now;
        }
        return max($waits);
    }

    /** Written before the service is asked: its webhook may be faster than its answer. */
    public function insert(array $row, array $order): void
    {
        $now = time();
        $terms = ['amount' => $order['amount'], 'currency' => $order['currency']]; // what the order is at this moment
        $ends = min($now + OFFER_SECONDS, $order['expires_at'] ?? PHP_INT_MAX);
        $row = [...$row, ...$terms, 'expires_at' => $ends, 'order_ref' => $order['ref'], 'created' => $now];
        $names = implode(', ', array_keys($row));
        $values = ':' . implode(', :', array_keys($row));
        $this->run("INSERT INTO payments ($names) VALUES ($values)", $row);
    }

    /**
     * Makes room for another payment for the same choice: in the place of one that could not be created, or of one for
     * which no money was seen. Its webhooks are still accepted, should money come to it all the same.
     */
    public function release(string $ref): void
    {
        $this->run("UPDATE payments SET holds = 0, replaced = answer IS NOT NULL
          WHERE ref = ? AND (answer IS NULL OR phase = 'awaiting')", [$ref]);
    }

    /** Adds the service's answer. A webhook may have been faster: a word for paid is judged now. */
    public function attach(string $ref, string $id, array $data): void
    {
        $answer = json_encode(array_diff_key($data, ['webhookUrl' => 0]), JSON_THROW_ON_ERROR);
        $expected = decimal_text($data['cryptoAmountExpected'] ?? null);
        $test = (int) (($data['test'] ?? null) === true);
        $values = [$id, $answer, $expected, $test, $data['status'] ?? 'NEW', $ref];
        $this->transaction(function () use ($ref, $values) {
            $this->run("UPDATE payments SET id = ?, answer = ?, expected = ?, test = ?,
              status = CASE status WHEN '' THEN ? ELSE status END WHERE ref = ?", $values);
            $row = $this->byRef($ref);
            $this->apply($row, ['status' => $row['early_status'] ?? $row['status']]);
        });
    }

    /**
     * Moves a payment by the service's news, forward only, and tells the shop. Inside a transaction.
     *
     * $row   the payment as it is now
     * $news  'status', and what else the service has told: 'id', 'received', 'confirmations', 'required'. 'unreadable': an
     *        amount that is not decimal text
     */
    public function apply(array $row, array $news): void
    {
        [$id, $word] = [$row['id'] ?? $news['id'] ?? null, $news['status']];
        // The amount of this report, or else of the last one: an earlier, higher amount may have gone again.
        $received = $news['received'] ?? $row['received'];
        $highest = larger($row['highest'], $received);
        $said = phase_of($word, STATUS_MAP);
        $unreadable = $row['method'] === 'crypto' ? $news['unreadable'] ?? null : null;
        if ($unreadable !== null) {
            note("payment $id: $word, with an amount that cannot be read: " . json_encode(substr($unreadable, 0, 50), JSON_INVALID_UTF8_SUBSTITUTE));
            $said = in_array($said, PAID, true) ? 'confirming' : $said;
        }
        $tolerance = tolerance_of(TOLERANCE[$row['coin']] ?? '0', $row['expected']);
        $to = with_money($said, $row['phase'], $received, $row['expected'], $tolerance);
        $isCovered = covers($received, $row['expected'], $tolerance);
        if ($said === 'underpaid' && covers($news['received'] ?? null, $row['expected'])) {
            $to = 'confirming'; // nothing is missing any more
        }
        if ($said === null) {
            note("payment $id: the status " . json_encode($word) . ' is not known, see STATUS_MAP');
        }
        if (in_array($said, PAID, true) && $isCovered === false) {
            note("payment $id: $word, but $received of {$row['expected']} was received");
        }
        [$before, $early] = [$row['phase'], $row['early_status']];
        if ($early !== null && $row['answer'] === null) {
            $before = 'paid'; // no news takes that back
        }
        if (in_array($to, PAID, true) && $row['answer'] === null) {
            $early ??= $word;
            $to = 'confirming'; // whether it is a test, and what was expected, is not known yet
            note("payment $id: $word before the service has answered the creation");
        }
        $afterExpiry = $row['expires_at'] !== null && ($row['covered_at'] ?? time()) >= $row['expires_at'];
        if (in_array($to, PAID, true) && $afterExpiry) {
            $to = 'late';
        }
        if (in_array($to, [...PAID, 'late'], true) && $row['test'] && !ALLOW_TEST_PAYMENTS) {
            note("payment $id: $word is ignored for a test payment, see ALLOW_TEST_PAYMENTS");
            return;
        }

        $moves = may_follow($before, $to, $isCovered);
        if (in_array($row['phase'], FINAL_PHASES, true) && !$moves) {
            return;
        }
        $phase = $moves ? $to : $row['phase'];
        // When only zero was ever reported, the service counts only confirmed money. Too little without an amount is news.
        $saysAmount = $highest !== '0' && ($said !== 'underpaid' || isset($news['received']));
        $changes = [
            'id' => $id,
            'phase' => $phase,
            // A status of which none of these is true is old news.
            'status' => $moves || $said === null || $to === $row['phase'] ? $word : $row['status'],
            'early_status' => $early,
            'holds' => $moves && !in_array($to, OPEN, true) ? 0 : $row['holds'],
            'covered_at' => $unreadable === null
                ? covered_at($row, $phase, $saysAmount ? $isCovered : null)
                : $row['covered_at'],
            'received' => $received,
            'highest' => $highest,
            'confirmations' => max($row['confirmations'] ?? 0, $news['confirmations'] ?? 0) ?: null,
            'required' => $news['required'] ?? $row['required'],
        ];
        if (!array_diff_assoc($changes, $row)) {
            return;
        }
        $assignments = implode(', ', array_map(fn ($name) => "$name = :$name", array_keys($changes)));
        $values = [...$changes, 'ref' => $row['ref']];
        $this->run("UPDATE payments SET $assignments, version = version + 1 WHERE ref = :ref", $values);
        if ($moves) {
            on_change($this->database, $this->byRef($row['ref']), [
                'from' => $row['phase'],
                'to' => $to,
                'afterExpiry' => in_array($to, MONEY_SEEN, true) && $afterExpiry,
                'replaced' => (bool) $row['replaced'],
            ]);
        }
    }
}

/** Whether the offer has ended before any money was seen. */
function has_ended(array $row): bool
{
    return $row['phase'] === 'awaiting' && $row['expires_at'] !== null && $row['expires_at'] <= time();
}

/** Whether the payer can go on with a payment: money was seen for it, or it is what the order asks now. */
function is_current(array $row, array $order): bool
{
    if ($row['answer'] === null || !in_array($row['phase'], OPEN, true)) {
        return false;
    }
    return $row['phase'] !== 'awaiting' || (is_for_order($row, $order) && !has_ended($row));
}

/** Whether money was seen for a payment that has not ended. */
function is_moving(array $row): bool
{
    $isSeen = in_array($row['phase'], MONEY_SEEN, true) && !in_array($row['phase'], FINAL_PHASES, true);
    return $row['answer'] !== null && $isSeen;
}

function is_being_created(array $row): bool
{
    return $row['answer'] === null && $row['created'] > time() - CREATION_LIMIT;
}

/**
 * Since when the whole amount has been seen. Less than that does not meet an offer: the payer could send the rest when
 * the price has fallen. When an amount is not known, the phase tells, and where it says nothing, what was seen before.
 */
function covered_at(array $row, string $phase, ?bool $isCovered): ?int
{
    $isCovered ??= in_array($phase, MONEY_SEEN, true)
        ? !in_array($phase, TOO_LITTLE, true)
        : $row['covered_at'] !== null;
    return $isCovered ? $row['covered_at'] ?? time() : null;
}

/** An offer that has ended, or that another has replaced, is shown as expired until money is seen. */
function shown_phase(array $row): string
{
    if (has_ended($row) || ($row['phase'] === 'awaiting' && $row['replaced'])) {
        return 'expired';
    }
    $known = $row['status'] === '' || phase_of($row['status'], STATUS_MAP) !== null;
    return $known ? $row['phase'] : 'unknown';
}

/** Whether the payer can see that a payment has ended unpaid. One that was replaced tells them nothing. */
function is_over(array $row): bool
{
    $ended = in_array(shown_phase($row), ['expired', 'failed', 'cancelled'], true);
    return $row['answer'] !== null && !$row['replaced'] && $ended;
}

function iso_time(?int $seconds): ?string
{
    return $seconds === null ? null : gmdate('Y-m-d\TH:i:s\Z', $seconds);
}

/** What the status address answers: what changes, and when to ask again. */
function status_of(array $row): array
{
    $age = time() - $row['created'];
    $after = $age < 60 ? 2_500 : ($age < 300 ? 5_000 : 10_000); // ms
    $answer = array_filter([
        'status' => $row['status'] ?: 'NEW',
        'phase' => shown_phase($row),
        'version' => $row['version'],
        'expiresAt' => iso_time($row['expires_at']),
        'cryptoAmountReceived' => $row['received'],
        'confirmations' => $row['confirmations'],
        'confirmationsRequired' => $row['required'],
        'paidAt' => in_array($row['phase'], PAID, true) ? iso_time($row['covered_at']) : null,
        'after' => in_array($row['phase'], FINAL_PHASES, true) ? null : $after,
    ], fn ($value) => $value !== null);
    if ($row['received'] !== $row['highest']) {
        // Money has gone again, or an older webhook came late. A payer who was told an amount is told that it is unknown.
        $answer['cryptoAmountReceived'] = null;
    }
    return $answer;
}

/** The payment as a browser may see it. Its order may be gone. */
function view(array $row, ?array $order): array
{
    $answer = array_intersect_key(json_decode($row['answer'], true), array_flip(PUBLIC_FIELDS));
    $fixed = array_filter($answer, fn ($value) => $value !== null);
    // The service returns none of a local code (contract 2.8).
    $currency = $row['method'] === 'localcode' ? ['currency' => $row['currency']] : [];
    $number = $order ? ['orderRef' => (string) $order['number']] : [];
    $changing = array_diff_key(status_of($row), ['after' => 0]);
    return [...$fixed, ...$currency, ...$number, ...$changing, 'statusUrl' => PAY_URL . "/status/{$row['token']}"];
}

/** A payment that did not settle its order, for the payer. */
function summary(array $row): array
{
    return array_intersect_key($row, array_flip(['id', 'amount', 'currency', 'phase']));
}
