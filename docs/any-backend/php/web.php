<?php
// Reads requests and writes answers: JSON, errors by fixed codes, and nothing that a cache may keep.
declare(strict_types=1);

namespace Pay;

use Exception;

const REQUEST_MAX = 16 * 1024; // bytes
const WEBHOOK_MAX = 64 * 1024;

final class HttpError extends Exception
{
    /** @param $field - the part of the request that is invalid */
    public function __construct(
        public readonly int $status,
        public readonly string $error,
        public readonly ?int $retryAfter = null,
        public readonly array $beside = [],
        public readonly ?string $field = null,
    ) {
        parent::__construct($error);
    }
}

/** For the shop, in PHP's error log. Never the path of a webhook: it is a credential. */
function note(string $text): void
{
    // PHP's own server is started with -q, so that it logs no paths. It then leaves out its error log too.
    PHP_SAPI === 'cli-server' ? error_log("pay: $text\n", 3, 'php://stderr') : error_log("pay: $text");
}

/** The request's body, of which at most one byte more than allowed is read. PHP itself reads those of forms: `$_POST`. */
function body(int $limit): string
{
    if ((int) ($_SERVER['CONTENT_LENGTH'] ?? 0) > $limit) {
        throw new HttpError(413, 'invalid-request', field: 'body');
    }
    $body = (string) file_get_contents('php://input', false, null, 0, $limit + 1);
    return strlen($body) > $limit ? throw new HttpError(413, 'invalid-request', field: 'body') : $body;
}

/** The status, the headers and the content of an answer. */
function to_json(int $status, array $body, ?int $retryAfter = null): array
{
    $headers = [
        'content-type' => 'application/json; charset=utf-8',
        'cache-control' => 'no-store',
        'referrer-policy' => 'no-referrer',
        'x-content-type-options' => 'nosniff',
        ...($retryAfter === null ? [] : ['retry-after' => (string) $retryAfter]),
    ];
    return [$status, $headers, json_encode((object) $body, JSON_THROW_ON_ERROR)];
}
