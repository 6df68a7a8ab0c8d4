<?php
// The shop's payments in SQLite: one open payment a choice, and no payment that goes back.
declare(strict_types=1);

const CREATION_LIMIT = 60; // seconds; a creation that takes longer was cut short by a crash

// What a tag can look like (see any-backend.md), each with the phases that it may come after. What may not follow is old
// news, for news arrives late, twice and out of order.
const OPEN = ['awaiting', 'detected', 'confirming', 'underpaid', 'unmatched'];
const MAY_FOLLOW = [
    'awaiting' => [],
    'detected' => ['awaiting'],
    'confirming' => ['awaiting', 'detected'],
    'underpaid' => ['awaiting', 'detected', 'confirming'],
    'unmatched' => ['awaiting', 'detected', 'confirming'],
    'expired' => OPEN,
    'late' => [...OPEN, 'expired'],
    'paid' => [...OPEN, 'expired', 'late'],
    'overpaid' => [...OPEN, 'expired', 'late'],
    'failed' => [...OPEN, 'late'],
    'cancelled' => [...OPEN, 'late'],
    'refunded' => [...OPEN, 'expired', 'late', 'paid', 'overpaid'],
];
const FINAL_PHASES = ['paid', 'overpaid', 'failed', 'cancelled', 'refunded'];
const ENDED = ['expired', 'failed', 'cancelled', 'refunded']; // who chooses the same again gets a new payment

// The service's words. The contract shows NEW and PENDING; the others are the usual ones of the trade: ask the operator.
const WORDS = [
    'NEW' => 'awaiting', 'PENDING' => 'awaiting', 'DETECTED' => 'detected', 'CONFIRMING' => 'confirming',
    'UNDERPAID' => 'underpaid', 'UNMATCHED' => 'unmatched', 'PAID' => 'paid', 'COMPLETED' => 'paid',
    'OVERPAID' => 'overpaid', 'EXPIRED' => 'expired', 'LATE' => 'late', 'FAILED' => 'failed',
    'CANCELLED' => 'cancelled', 'REFUNDED' => 'refunded',
];

// All of a payment that may leave the shop. Never the service's whole answer: it holds the webhook's address.
const PUBLIC_FIELDS = [
    'tid', 'pid', 'bid', 'address', 'qrCodeBase64', 'currency', 'amount', 'cryptoCoin', 'cryptoAmountExpected', 'note',
    'hostedUrl', 'test',
];

const SCHEMA = "
CREATE TABLE IF NOT EXISTS payments (
  ref TEXT PRIMARY KEY, token TEXT NOT NULL UNIQUE,
  order_ref TEXT NOT NULL, method TEXT NOT NULL, coin TEXT NOT NULL,
  holds INTEGER NOT NULL DEFAULT 1, visitor TEXT NOT NULL, created INTEGER NOT NULL,
  id TEXT, answer TEXT, status TEXT NOT NULL DEFAULT '', phase TEXT NOT NULL DEFAULT 'awaiting',
  version INTEGER NOT NULL DEFAULT 1, received TEXT, confirmations INTEGER, required INTEGER
);
CREATE UNIQUE INDEX IF NOT EXISTS one_a_choice ON payments (order_ref, method, coin) WHERE holds = 1;
CREATE INDEX IF NOT EXISTS of_order ON payments (order_ref);
CREATE INDEX IF NOT EXISTS of_visitor ON payments (visitor, created);
";

/** A file of payments. Each statement is a transaction of its own. */
final class Payments
{
    private PDO $database;

    public function __construct(string $path, private string $publicUrl)
    {
        $this->database = new PDO("sqlite:$path", options: [
            PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
            PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC,
            PDO::ATTR_TIMEOUT => 5, // seconds
        ]);
        // FULL: what was acknowledged survives a power cut.
        $this->database->exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;' . SCHEMA);
    }

    private function run(string $text, array $values): PDOStatement
    {
        $statement = $this->database->prepare($text);
        $statement->execute($values);
        return $statement;
    }

    public function ofOrder(string $order): array
    {
        return $this->run('SELECT * FROM payments WHERE order_ref = ? ORDER BY created, rowid', [$order])->fetchAll();
    }

    public function byRef(string $ref): array|false
    {
        return $this->run('SELECT * FROM payments WHERE ref = ?', [$ref])->fetch();
    }

    public function byToken(string $token): array|false
    {
        return $this->run('SELECT * FROM payments WHERE token = ?', [$token])->fetch();
    }

    /** How many payments a visitor began of late. */
    public function madeBy(string $visitor, int $seconds): int
    {
        $values = [$visitor, time() - $seconds];
        return (int) $this->run('SELECT count(*) FROM payments WHERE visitor = ? AND created > ?', $values)->fetchColumn();
    }

    /** Written down before the service is asked. False when another payment holds the choice: there is one winner. */
    public function begin(string $ref, string $token, string $order, string $method, string $coin, string $visitor): bool
    {
        $this->run(
            'UPDATE payments SET holds = 0 WHERE order_ref = ? AND holds = 1 AND answer IS NULL AND created < ?',
            [$order, time() - CREATION_LIMIT],
        );
        return $this->run(
            'INSERT OR IGNORE INTO payments (ref, token, order_ref, method, coin, visitor, created) VALUES (?,?,?,?,?,?,?)',
            [$ref, $token, $order, $method, $coin, $visitor, time()],
        )->rowCount() === 1;
    }

    /** The choice is free again. Should the payment exist all the same, its webhook is still heard. */
    public function giveUp(string $ref): void
    {
        $this->run('UPDATE payments SET holds = 0 WHERE ref = ?', [$ref]);
    }

    /** Adds the service's answer; a webhook may have been faster, so phase and word stay what they are. */
    public function attach(string $ref, string $id, array $data): void
    {
        unset($data['webhookUrl']);
        $text = "UPDATE payments SET id = ?, answer = ?, status = CASE status WHEN '' THEN ? ELSE status END WHERE ref = ?";
        $this->run($text, [$id, json_encode($data, JSON_THROW_ON_ERROR), $data['status'] ?? 'NEW', $ref]);
    }

    /**
     * Takes a word of the service's: one conditional statement, so of two that race one wins and none goes back.
     * True when it changed something. Beside it belongs, in the same transaction, what the shop does when it is paid.
     */
    public function hear(string $ref, string $word, ?string $received, ?int $confirmations, ?int $required): bool
    {
        $listed = fn (array $phases) => "'" . implode("','", $phases) . "'";
        $phase = WORDS[strtoupper(trim($word))] ?? null;
        if ($phase === null) { // neither success nor failure: the tags show the last good view, and the word
            $text = "UPDATE payments SET status = ?, version = version + 1
              WHERE ref = ? AND status <> ? AND phase NOT IN ({$listed(FINAL_PHASES)})";
            return $this->run($text, [$word, $ref, $word])->rowCount() === 1;
        }
        $text = "
          UPDATE payments SET phase = :phase, status = :word, version = version + 1,
            holds = CASE WHEN CAST(:ended AS INTEGER) THEN 0 ELSE holds END, received = coalesce(:received, received),
            confirmations = max(coalesce(confirmations, 0), CAST(:confirmations AS INTEGER)),
            required = coalesce(:required, required)
          WHERE ref = :ref AND (phase IN ({$listed(MAY_FOLLOW[$phase])}) OR (phase = :phase AND (
            CAST(:confirmations AS INTEGER) > coalesce(confirmations, 0)
            OR CAST(coalesce(:received, 0) AS REAL) > CAST(coalesce(received, 0) AS REAL))))";
        return $this->run($text, [
            'phase' => $phase, 'word' => $word, 'ref' => $ref, 'ended' => (int) in_array($phase, ENDED, true),
            'received' => $received, 'confirmations' => $confirmations ?? 0, 'required' => $required,
        ])->rowCount() === 1;
    }

    /** What the status address answers: what changes, and when to ask again. */
    public function statusOf(array $row): array
    {
        $known = $row['status'] === '' || isset(WORDS[strtoupper(trim($row['status']))]);
        $age = time() - $row['created'];
        $after = $age < 60 ? 2_500 : ($age < 300 ? 5_000 : 10_000); // ms
        return array_filter([
            'status' => $row['status'] ?: 'NEW',
            'phase' => $known ? $row['phase'] : 'unknown',
            'version' => $row['version'],
            'cryptoAmountReceived' => $row['received'],
            'confirmations' => $row['confirmations'],
            'confirmationsRequired' => $row['required'],
            'after' => in_array($row['phase'], FINAL_PHASES, true) ? null : $after,
        ], fn ($value) => $value !== null);
    }

    /** The payment as a browser may see it. */
    public function view(array $row): array
    {
        $answer = array_intersect_key(json_decode($row['answer'], true), array_flip(PUBLIC_FIELDS));
        $news = array_diff_key($this->statusOf($row), ['after' => 0]);
        $shown = array_filter($answer, fn ($value) => $value !== null);
        return [...$shown, ...$news, 'statusUrl' => "$this->publicUrl/status/{$row['token']}"];
    }
}
