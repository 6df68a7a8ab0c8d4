<?php
// The payment service's three calls that create a payment (contract 4.3 to 4.5). PHP alone, no extension.
declare(strict_types=1);

namespace Pay;

use Exception;

require_once __DIR__ . '/money.php';

const TIMEOUT = 15; // seconds; a payer waits
const ANSWER_MAX = 1024 * 1024; // bytes

const CALLS = [
    'crypto' => ['POST', '/v1/payments', 'tid'],
    'wallet' => ['POST', '/v1/wallet/payments', 'pid'],
    'localcode' => ['GET', '/v1/payments/localcode', 'bid'], // a GET with a body
];

/** No payment to show. `retryAfter`: seconds, when the service was too busy and has created none. */
final class ServiceError extends Exception
{
    public function __construct(string $reason, public readonly ?int $retryAfter = null)
    {
        parent::__construct($reason);
    }
}

/** JSON with every number as the text that it came as: a coin amount is no float. Null when it cannot be read. */
function exact_json(string $json): mixed
{
    $quoted = preg_replace('/"(?:[^"\\\\]|\\\\.)*+"(*SKIP)(*FAIL)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/', '"$0"', $json);
    return $quoted === null ? null : json_decode($quoted, true, 32);
}

/** The payment's identifier, and the `data` of the answer. */
function create_at_service(string $method, array $fields, array $order): array
{
    [$verb, $path, $idName] = CALLS[$method];
    $context = stream_context_create(['http' => [
        'method' => $verb,
        // PHP sends this with its length, for a GET too, and repeats nothing. A client that repeats a GET by itself
        // creates two payments.
        'content' => json_encode($fields, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES),
        'header' => [
            'Accept: application/json',
            'Authorization: Bearer ' . SERVICE_KEY,
            'Connection: close',
            'Content-Type: application/json',
        ],
        'timeout' => TIMEOUT,
        'follow_location' => 0,
        'ignore_errors' => true,
        'protocol_version' => 1.1,
    ]]);
    $text = @file_get_contents(SERVICE_URL . $path, false, $context, 0, ANSWER_MAX);
    $head = $http_response_header ?? [];
    if ($text === false || !preg_match('#^HTTP/\S+ (\d{3})#', $head[0] ?? '', $found)) {
        // A payment may exist all the same. Nobody has seen its address, so nobody will pay it.
        throw new ServiceError('the service has not answered, at ' . SERVICE_URL);
    }
    $status = (int) $found[1];
    if ($status === 429 || $status === 503) {
        $told = preg_grep('/^retry-after:\s*\d{1,4}\s*$/i', $head);
        throw new ServiceError('the service is busy', $told ? (int) trim(explode(':', reset($told))[1]) : 30);
    }
    if ($status < 200 || $status > 299) {
        // Not the answer itself: it may repeat the address of the webhook, which is a secret.
        throw new ServiceError("the service has answered $status to $verb $path: are payout and currency right?");
    }
    $data = exact_json($text)['data'] ?? null;
    if (!is_array($data) || !is_string($data[$idName] ?? null)) {
        throw new ServiceError("the service's answer cannot be read");
    }
    // A cache between may give the answer of another GET: what was sent must come back.
    if ($method === 'localcode' && !empty($data['meta']) && $data['meta'] != $fields['meta']) {
        throw new ServiceError("the service's answer is for another payment");
    }
    // A payer who pays what the answer asks must have paid what the order asks. A field that is absent says nothing.
    $terms = ['amount' => $data['amount'] ?? $order['amount'], 'currency' => $data['currency'] ?? $order['currency']];
    if (!is_string($terms['currency']) || !is_for_order($terms, $order)) {
        throw new ServiceError("the service's answer is for another amount or currency");
    }
    return [$data[$idName], $data];
}
