<?php
// The payment service's three creations (contract 4.3 to 4.5). PHP alone, no extension.
declare(strict_types=1);

const TIMEOUT = 15; // seconds; a payer waits
const ANSWER_MAX = 1024 * 1024; // bytes

const CALLS = [
    'crypto' => ['POST', '/v1/payments', 'tid'],
    'wallet' => ['POST', '/v1/wallet/payments', 'pid'],
    'localcode' => ['GET', '/v1/payments/localcode', 'bid'], // a GET with a body
];

/** No payment to show. `retryAfter`: seconds, where the service was only too busy and made none. */
final class NotMade extends Exception
{
    public function __construct(string $why, public readonly ?int $retryAfter = null)
    {
        parent::__construct($why);
    }
}

/** JSON with every number as the text it came as: a coin amount is no float. Null where it cannot be read. */
function exact_json(string $json): mixed
{
    $quoted = preg_replace('/"(?:[^"\\\\]|\\\\.)*+"(*SKIP)(*FAIL)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/', '"$0"', $json);
    return $quoted === null ? null : json_decode($quoted, true, 32);
}

/** The `data` of the service's answer, and the payment's identifier in it. */
function create_at_service(string $method, array $fields): array
{
    [$verb, $path, $id] = CALLS[$method];
    $context = stream_context_create(['http' => [
        'method' => $verb,
        // PHP sends this with its length, on a GET too. A GET that something repeats or keeps makes two payments of one.
        'content' => json_encode($fields, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES),
        'header' => [
            'Accept: application/json',
            'Authorization: Bearer ' . getenv('SERVICE_KEY'),
            'Connection: close',
            'Content-Type: application/json',
        ],
        'timeout' => TIMEOUT,
        'follow_location' => 0,
        'ignore_errors' => true,
        'protocol_version' => 1.1,
    ]]);
    $text = @file_get_contents(rtrim((string) getenv('SERVICE_URL'), '/') . $path, false, $context, 0, ANSWER_MAX);
    $head = $http_response_header ?? [];
    if ($text === false || !preg_match('#^HTTP/\S+ (\d{3})#', $head[0] ?? '', $found)) {
        throw new NotMade('no whole answer'); // a payment that nobody was told of may exist; nobody will pay it
    }
    $status = (int) $found[1];
    if ($status === 429 || $status === 503) {
        $told = preg_grep('/^retry-after:\s*\d{1,4}\s*$/i', $head);
        throw new NotMade('too busy', $told ? (int) trim(explode(':', reset($told))[1]) : 30);
    }
    if ($status < 200 || $status > 299) {
        throw new NotMade("the service answered $status");
    }
    $data = exact_json($text)['data'] ?? null;
    if (!is_array($data) || !is_string($data[$id] ?? null)) {
        throw new NotMade('an answer that cannot be read');
    }
    // A cache on the way may take one GET for another: what was sent must come back.
    if ($method === 'localcode' && !empty($data['meta']) && $data['meta'] != $fields['meta']) {
        throw new NotMade("another payment's answer");
    }
    return [$data[$id], $data];
}
