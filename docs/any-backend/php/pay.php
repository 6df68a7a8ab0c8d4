<?php
// The addresses below /pay, and what each answers.
declare(strict_types=1);

const WISH_MAX = 16 * 1024; // bytes
const WEBHOOK_MAX = 64 * 1024;

final class Pay
{
    public function __construct(private Payments $payments, private string $publicUrl, private string $secret)
    {
    }

    /** @return array{int, array} */
    public function answer(string $verb, string $path): array
    {
        $parts = array_map(rawurldecode(...), array_slice(explode('/', $path), 2));
        return match (true) {
            !str_starts_with($path, '/pay/') => throw new Failure(404, 'not-found'),
            $verb === 'GET' && count($parts) === 2 && $parts[0] === 'orders' => $this->order($parts[1]),
            $verb === 'GET' && count($parts) === 2 && $parts[0] === 'payments' => [200, $this->payments->view($this->shown($parts[1]))],
            $verb === 'GET' && count($parts) === 2 && $parts[0] === 'status' => [200, $this->payments->statusOf($this->shown($parts[1]))],
            $verb === 'POST' && $parts === ['payments'] => $this->create(),
            $verb === 'POST' && count($parts) === 3 && $parts[0] === 'webhook' => $this->hear($parts[1], $parts[2]),
            default => throw new Failure(404, 'not-found'),
        };
    }

    private function order(string $ref): array
    {
        $order = find_order($ref) ?? throw new Failure(404, 'unknown-order');
        $paid = $this->paidBy($ref);
        $open = array_filter($this->payments->ofOrder($ref), fn ($row) => $row['holds'] && $row['answer'] !== null);
        return [200, [
            'order' => $ref,
            'amount' => $order['amount'],
            'currency' => $order['currency'],
            'methods' => [
                ['method' => 'crypto', 'coins' => array_map(fn ($symbol) => ['symbol' => $symbol], array_keys($order['coins']))],
                ['method' => 'wallet'],
                ['method' => 'localcode'],
            ],
            'payments' => $paid ? [] : array_map($this->payments->view(...), array_values($open)),
            ...($paid ? ['paid' => $paid] : []),
        ]];
    }

    /** What paid an order; true where the answer to its creation was lost. */
    private function paidBy(string $order): array|bool
    {
        foreach ($this->payments->ofOrder($order) as $row) {
            if ($row['phase'] === 'paid' || $row['phase'] === 'overpaid') {
                return $row['answer'] === null ? true : $this->payments->view($row);
            }
        }
        return false;
    }

    private function create(): array
    {
        if (($_SERVER['HTTP_SEC_FETCH_SITE'] ?? '') === 'cross-site') {
            throw new Failure(403, 'invalid-request'); // another site's page
        }
        if (!preg_match('#^application/json\s*(;|$)#i', $_SERVER['CONTENT_TYPE'] ?? '')) {
            throw new Failure(415, 'invalid-request'); // another site's form
        }
        $wish = json_decode(body(WISH_MAX), true, 8);
        [$ref, $method, $coin] = [$wish['order'] ?? null, $wish['method'] ?? null, $wish['coin'] ?? ''];
        if (!is_string($ref) || !is_string($method) || !is_string($coin)) {
            throw new Failure(400, 'invalid-request');
        }
        $order = find_order($ref) ?? throw new Failure(404, 'unknown-order');
        if (!isset(CALLS[$method]) || ($method === 'crypto' ? !isset($order['coins'][$coin]) : $coin !== '')) {
            throw new Failure(400, 'invalid-request');
        }
        if ($paid = $this->paidBy($ref)) {
            throw new Failure(409, 'already-paid', beside: is_array($paid) ? ['payment' => $paid] : []);
        }
        foreach ($this->payments->ofOrder($ref) as $row) {
            if ($row['holds'] && $row['answer'] !== null && $row['method'] === $method && $row['coin'] === $coin) {
                return [200, $this->payments->view($row)]; // one choice is one payment
            }
        }
        return $this->make($ref, $order, $method, $coin);
    }

    private function make(string $orderRef, array $order, string $method, string $coin): array
    {
        $visitor = hash_hmac('sha256', $_SERVER['REMOTE_ADDR'], $this->secret); // behind a proxy: what it says
        if ($this->payments->madeBy($visitor, 60) >= (int) (getenv('A_MINUTE') ?: 10)) {
            throw new Failure(429, 'busy', 60);
        }
        [$ref, $token] = [bin2hex(random_bytes(16)), bin2hex(random_bytes(16))];
        if (!$this->payments->begin($ref, $token, $orderRef, $method, $coin, $visitor)) {
            throw new Failure(503, 'busy', 2); // another tab's creation is under way; the tag asks again
        }
        $fields = [
            'amount' => (float) $order['amount'], // fiat of a few digits: the float prints as it was written
            'webhook_url' => "$this->publicUrl/webhook/$ref/{$this->signature($ref)}",
            'meta' => ['order' => $orderRef, 'nonce' => bin2hex(random_bytes(8))],
            ...match ($method) {
                'crypto' => ['currency' => $order['currency'], 'crypto_coin' => $coin, 'payout_address' => $order['coins'][$coin]],
                'wallet' => ['currency' => $order['currency'], 'payout_email' => $order['wallet']],
                'localcode' => $order['localcode'],
            },
        ];
        try {
            [$id, $data] = create_at_service($method, $fields);
        } catch (NotMade $error) {
            $this->payments->giveUp($ref);
            error_log("pay: {$error->getMessage()}");
            throw new Failure(503, $error->retryAfter ? 'busy' : 'service-unavailable', $error->retryAfter);
        }
        $this->payments->attach($ref, $id, $data);
        return [201, $this->payments->view($this->payments->byRef($ref))];
    }

    private function shown(string $token): array
    {
        $row = $this->payments->byToken($token);
        return $row && $row['answer'] !== null ? $row : throw new Failure(404, 'unknown-payment');
    }

    private function signature(string $ref): string
    {
        return hash_hmac('sha256', "pay-webhook\0$ref", $this->secret);
    }

    private function hear(string $ref, string $signature): array
    {
        $row = hash_equals($this->signature($ref), $signature) ? $this->payments->byRef($ref) : false;
        if (!$row) {
            throw new Failure(404, 'not-found'); // the same for both
        }
        $news = read_news(body(WEBHOOK_MAX));
        $id = $news['tid'] ?? $news['pid'] ?? $news['bid'] ?? null;
        $word = $news['status'] ?? null;
        // Taken and of no use: a 4xx would be tried for ever by some senders. A row that has no id yet takes any.
        if (!is_string($word) || $word === '' || strlen($word) > 200 || ($id !== null && $row['id'] !== null && $id !== $row['id'])) {
            return [202, []];
        }
        $count = fn (mixed $value) => is_string($value) && preg_match('/^\d{1,6}$/', $value) ? (int) $value : null;
        $received = $news['cryptoAmountReceived'] ?? null;
        $received = is_string($received) && strlen($received) <= 40 ? $received : null;
        $this->payments->hear($ref, $word, $received, $count($news['confirmations'] ?? null), $count($news['confirmationsRequired'] ?? null));
        return [200, []]; // only after it was written: what fails before is a 500, and is sent again
    }
}
