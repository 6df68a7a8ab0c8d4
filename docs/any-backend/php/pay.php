<?php
// The addresses below /pay, and what each answers.
declare(strict_types=1);

namespace Pay;

use PDO;
use stdClass;
use Throwable;

require_once __DIR__ . '/money.php';
require_once __DIR__ . '/orders.php';
require_once __DIR__ . '/payments.php';
require_once __DIR__ . '/service.php';
require_once __DIR__ . '/visitor.php';
require_once __DIR__ . '/web.php';

function keyed_hash(string $text): string
{
    return hash_hmac('sha256', $text, PAY_SECRET);
}

/** The same in the form of `npx pay-elements doctor`. */
function probe_hash(string $purpose, string $text): string
{
    $key = hash_hmac('sha256', "pay-elements $purpose v1\0$text", PAY_SECRET, binary: true);
    return rtrim(strtr(base64_encode($key), '+/', '-_'), '=');
}

/** The status, the headers and the content of the answer to the request below /pay that PHP is answering. */
function respond(): array
{
    try {
        require_once __DIR__ . '/settings.php'; // here, so that a wrong setting fails these requests alone
        $path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
        return to_json(...(new Pay(connect()))->answer($_SERVER['REQUEST_METHOD'], $path));
    } catch (HttpError $failure) {
        $error = ['code' => $failure->error, 'field' => $failure->field, 'retryAfter' => $failure->retryAfter];
        return to_json($failure->status, ['error' => array_filter($error), ...$failure->beside], $failure->retryAfter);
    } catch (Throwable $error) {
        note("{$error->getMessage()} in {$error->getFile()}:{$error->getLine()}"); // for the log, not for strangers
        return to_json(500, ['error' => ['code' => 'internal']]);
    }
}

final class Pay
{
    private Payments $payments;

    public function __construct(private PDO $database)
    {
        $this->payments = new Payments($database);
    }

    /** The status and the body of the answer. */
    public function answer(string $verb, string $path): array
    {
        $parts = array_map(rawurldecode(...), array_slice(explode('/', $path), 2));
        $route = str_starts_with($path, '/pay/') ? "$verb $parts[0] " . count($parts) : '';
        return match ($route) {
            'GET orders 2' => $this->getOrder($parts[1]),
            'GET payments 2' => $this->getPayment($parts[1]),
            'GET status 2' => [200, status_of($this->payment($parts[1]))],
            'POST payments 1' => $this->createPayment(),
            'POST webhook 3' => $this->receiveWebhook($parts[1], $parts[2]),
            default => throw new HttpError(404, 'not-found'),
        };
    }

    private function order(string $ref): array
    {
        $cookies = $_SERVER['HTTP_COOKIE'] ?? '';
        $order = find_order($this->database, $ref, $cookies) ?? throw new HttpError(404, 'unknown-order');
        if (in_array(decimal_text($order['amount']), [null, '0'], true)) {
            note("order {$order['number']}: amount '{$order['amount']}' is no decimal amount above zero");
            throw new HttpError(500, 'internal');
        }
        return $order;
    }

    /** What the order can be paid with. A local code has the currency of the account, and the call names none. */
    private function offered(array $order): array
    {
        $currency = strtoupper($order['currency']);
        $payout = $order['payout'];
        $methods = [];
        if ($payout['crypto']) {
            $coins = array_map(fn ($symbol) => ['symbol' => $symbol], array_keys($payout['crypto']));
            $methods[] = ['method' => 'crypto', 'coins' => $coins];
        }
        if ($payout['wallet'] !== '' && (!WALLET_CURRENCIES || in_array($currency, WALLET_CURRENCIES, true))) {
            $methods[] = ['method' => 'wallet'];
        }
        if (isset($payout['localcode']) && strtoupper($payout['localcode']['currency']) === $currency) {
            $methods[] = ['method' => 'localcode'];
        }
        return $methods;
    }

    /** The payment that settles the order. Null: it is not paid. */
    private function settledBy(array $order): ?array
    {
        $rows = $this->payments->ofOrder($order['ref']);
        usort($rows, fn ($a, $b) => ($b['id'] === $order['paid_by']) <=> ($a['id'] === $order['paid_by']));
        foreach ($rows as $row) {
            if (settles_order($row, $order, ALLOW_TEST_PAYMENTS)) {
                on_settled($this->database, $row);
                return $row;
            }
        }
        return null;
    }

    private function getOrder(string $ref): array
    {
        $order = $this->order($ref);
        $paid = $this->settledBy($order);
        $isSent = $order['sent_at'] !== null; // also after a refund: what was sent is not offered again
        $rows = $this->payments->ofOrder($ref);
        // Also one with money that was replaced, is late, or whose order is paid: a payer who has sent money must see it.
        $isOpen = fn ($row) => !$paid && !$isSent && $row['holds'] && is_current($row, $order);
        $open = array_filter($rows, fn ($row) => is_moving($row) || $isOpen($row));
        if (!$open && !$paid) {
            // A payer who reloads the page still sees the number of a payment that has ended, or that it was refunded.
            $hasEnded = fn ($row) => $isSent ? $row['phase'] === 'refunded' : is_over($row);
            $open = array_slice(array_filter($rows, $hasEnded), -1);
        }
        $allPaid = array_filter($rows, fn ($row) => in_array($row['phase'], PAID, true));
        $mismatched = array_filter($allPaid, fn ($row) => !is_for_order($row, $order));
        $settling = array_filter($rows, fn ($row) => $paid && settles_order($row, $order, ALLOW_TEST_PAYMENTS));
        $duplicates = array_filter($settling, fn ($row) => $row['ref'] !== $paid['ref']);
        return [200, array_filter([
            'order' => $ref,
            'amount' => $order['amount'],
            'currency' => $order['currency'],
            'expiresAt' => iso_time($order['expires_at']),
            'methods' => $this->offered($order),
            'payments' => array_map(fn ($row) => view($row, $order), array_values($open)),
            'paid' => $paid ? view($paid, $order) : ($isSent ?: null),
            'mismatchedPayments' => array_map(summary(...), array_values($mismatched)) ?: null,
            'duplicatePayments' => array_map(summary(...), array_values($duplicates)) ?: null,
        ], fn ($value) => $value !== null)];
    }

    private function createPayment(): array
    {
        [$orderRef, $method, $coin] = $this->readChoice();
        $ref = bin2hex(random_bytes(16));
        // In one transaction, so that order, payments and limits are still the same when the new row is written.
        [$order, $holder] = $this->payments->transaction(function () use ($ref, $orderRef, $method, $coin) {
            $order = $this->order($orderRef);
            $this->checkChoice($order, $method, $coin);
            $holder = $this->payments->holder($orderRef, $method, $coin);
            if ($holder && is_current($holder, $order)) {
                return [$order, $holder];
            }
            if ($holder && is_being_created($holder)) {
                throw new HttpError(503, 'busy', 2); // by a request from another tab; the tag asks again
            }
            $visitor = $this->limit();
            if ($holder) {
                $this->payments->release($holder['ref']);
            }
            $row = ['ref' => $ref, 'token' => bin2hex(random_bytes(16)), 'visitor' => $visitor];
            $this->payments->insert([...$row, 'method' => $method, 'coin' => $coin], $order);
            return [$order, null];
        });
        if ($holder) {
            return [200, view($holder, $order)];
        }
        try {
            [$id, $data] = create_at_service($method, $this->fields($ref, $order, $method, $coin), $order);
        } catch (ServiceError $error) {
            $this->payments->release($ref);
            note("order {$order['number']}: {$error->getMessage()}");
            throw new HttpError(503, $error->retryAfter ? 'busy' : 'service-unavailable', $error->retryAfter);
        }
        $this->payments->attach($ref, $id, $data);
        return [201, view($this->payments->byRef($ref), $order)];
    }

    private function readChoice(): array
    {
        if (($_SERVER['HTTP_SEC_FETCH_SITE'] ?? '') === 'cross-site') {
            throw new HttpError(403, 'invalid-request', field: 'origin'); // another site's page
        }
        if (!preg_match('#^application/json\s*(;|$)#i', $_SERVER['CONTENT_TYPE'] ?? '')) {
            throw new HttpError(415, 'invalid-request', field: 'content-type'); // another site's form
        }
        $request = json_decode(body(REQUEST_MAX), depth: 8);
        if (!$request instanceof stdClass) {
            throw new HttpError(400, 'invalid-request', field: 'body');
        }
        $choice = ['order' => $request->order ?? null, 'method' => $request->method ?? null, 'coin' => $request->coin ?? ''];
        foreach ($choice as $field => $text) {
            if (!is_string($text)) {
                throw new HttpError(400, 'invalid-request', field: $field);
            }
        }
        return array_values($choice);
    }

    private function checkChoice(array $order, string $method, string $coin): void
    {
        if (!in_array($method, array_column($this->offered($order), 'method'), true)) {
            throw new HttpError(400, 'invalid-request', field: 'method');
        }
        if ($method === 'crypto' ? !isset($order['payout']['crypto'][$coin]) : $coin !== '') {
            throw new HttpError(400, 'invalid-request', field: 'coin');
        }
        if ($paid = $this->settledBy($order)) {
            throw new HttpError(409, 'already-paid', beside: ['payment' => view($paid, $order)]);
        }
        if ($order['sent_at'] !== null) {
            throw new HttpError(409, 'already-paid');
        }
        if ($order['expires_at'] !== null && $order['expires_at'] <= time()) {
            throw new HttpError(409, 'offer-expired');
        }
    }

    private function visitor(): ?string
    {
        // $_SERVER cannot tell X-Forwarded-For from X_Forwarded_For, which no proxy appends to.
        $headers = array_change_key_case(getallheaders());
        return visitor_of($_SERVER['REMOTE_ADDR'], $headers['x-forwarded-for'] ?? '', PROXIES);
    }

    /** Who asks, as the hashes of their networks; too many payments of theirs are an error. */
    private function limit(): string
    {
        $name = $this->visitor();
        [$visitor, $seconds] = ['', 0];
        foreach (networks_of($name) as [$network, $share]) {
            $visitor .= keyed_hash("visitor $network");
            $limits = array_map(fn ($most) => $most * $share, $name ? VISITOR_LIMITS : SHARED_LIMITS);
            $seconds = max($seconds, $this->payments->wait($limits, $visitor));
        }
        if ($seconds && !$name) {
            note('too many payments of visitors that cannot be told apart: set PROXIES');
        }
        if ($seconds) {
            throw new HttpError(429, 'busy', $seconds);
        }
        $seconds = $this->payments->wait(SHOP_LIMITS);
        if ($seconds) {
            note('too many payments of all visitors together: see SHOP_LIMITS');
            throw new HttpError(503, 'busy', $seconds);
        }
        return $visitor;
    }

    /** What the service is asked for. */
    private function fields(string $ref, array $order, string $method, string $coin): array
    {
        $payout = $order['payout'];
        return [
            'amount' => (float) $order['amount'], // money of a few digits: the float is printed as it was written
            'webhook_url' => PAY_URL . "/webhook/$ref/" . keyed_hash("webhook $ref"),
            'meta' => ['order' => (string) $order['number'], 'nonce' => bin2hex(random_bytes(8))],
            ...match ($method) {
                'crypto' => ['crypto_coin' => $coin, 'payout_address' => $payout['crypto'][$coin]],
                'wallet' => ['payout_email' => $payout['wallet']],
                'localcode' => array_diff_key($payout['localcode'], ['currency' => 0]),
            },
            ...($method === 'localcode' ? [] : ['currency' => $order['currency']]),
        ];
    }

    private function payment(string $token): array
    {
        $row = $this->payments->byToken($token);
        return $row && $row['answer'] !== null ? $row : throw new HttpError(404, 'unknown-payment');
    }

    private function getPayment(string $token): array
    {
        $row = $this->payment($token);
        return [200, view($row, find_order($this->database, $row['order_ref']))];
    }

    private function receiveWebhook(string $ref, string $key): array
    {
        if (hash_equals(probe_hash('probe', $ref), $key)) {
            return [200, answer_probe(body(WEBHOOK_MAX), $ref, $this->visitor())];
        }
        if (!hash_equals(keyed_hash("webhook $ref"), $key)) {
            throw new HttpError(404, 'not-found');
        }
        $news = read_news(body(WEBHOOK_MAX), $_POST);
        $isOfUse = $this->payments->transaction(function () use ($ref, $news) {
            $row = $this->payments->byRef($ref);
            if (!$row) {
                throw new HttpError(404, 'not-found'); // the same answer for both
            }
            if ($news['status'] === '' || ($news['id'] && $row['id'] && $news['id'] !== $row['id'])) {
                return false;
            }
            $this->payments->apply($row, $news);
            return true;
        });
        // 202: received and of no use. A 4xx would make some senders try again for ever.
        // 200 only now, when it is written: whatever fails before is a 500, and is sent again.
        return [$isOfUse ? 200 : 202, []];
    }
}

/**
 * The answer to the doctor's test webhook, which belongs to no payment. It proves that this shop has the doctor's
 * secret, and by the `probe` of the body that the whole body has arrived. `visitor` tells whether the address that the
 * doctor writes into X-Forwarded-For was believed.
 */
function answer_probe(string $body, string $ref, ?string $visitor): array
{
    ['probe' => $probe, 'filler' => $filler] = (array) json_decode($body, true) + ['probe' => '', 'filler' => ''];
    $isWhole = $filler === str_repeat('x', 1000) && is_string($probe) && preg_match('/^[\w-]{22}\z/', $probe);
    return [
        'probe' => probe_hash('probe answer', $isWhole ? $probe : $ref),
        'visitor' => match ($visitor) {
            null => 'unidentified',
            '192.0.2.1' => 'forged',
            default => 'identified',
        },
    ];
}

/** The contract does not show the payload: JSON or a form, at the top or below `data`. Numbers as their text. */
function read_news(string $body, array $form): array
{
    $news = exact_json($body);
    if (!is_array($news)) {
        $news = $form;
    }
    if (!$news) {
        parse_str($body, $news); // text of another type is read like an address's query
    }
    if (is_array($data = $news['data'] ?? null)) {
        if (array_filter([$data['tid'] ?? null, $data['pid'] ?? null, $data['bid'] ?? null], is_string(...))) {
            // In an envelope, the status "success" at the top is that of the request.
            $top = ($news['status'] ?? null) === 'success' ? array_diff_key($news, ['status' => 0]) : $news;
            $news = [...$top, ...$data];
        } else {
            $news = [...$data, ...$news];
        }
    }
    $texts = array_filter($news, is_string(...));
    preg_match('/^.{0,200}/su', $texts['status'] ?? '', $status); // whole characters; none when it is no UTF-8
    $count = fn (string $name) => preg_match('/^\d{1,6}\z/', $texts[$name] ?? '') ? (int) $texts[$name] : null;
    $received = $news['cryptoAmountReceived'] ?? null;
    $amount = decimal_text(is_string($received) ? $received : null);
    return [
        'id' => $texts['tid'] ?? $texts['pid'] ?? $texts['bid'] ?? null,
        'status' => $status[0] ?? '',
        'received' => $amount,
        'unreadable' => $received !== null && $amount === null ? json_encode($received) : null,
        'confirmations' => $count('confirmations'),
        'required' => $count('confirmationsRequired'),
    ];
}
