<?php
// How the shop's backend reads requests and writes answers: JSON, errors by fixed codes, and nothing kept in a cache.
declare(strict_types=1);

final class Failure extends Exception
{
    public function __construct(
        public readonly int $status,
        public readonly string $error,
        public readonly ?int $retryAfter = null,
        public readonly array $beside = [],
    ) {
        parent::__construct($error);
    }
}

/** The payload is not shown in the contract: JSON or a form, at the top or below `data`. Numbers as their text. */
function read_news(string $body): array
{
    $news = exact_json($body);
    if (!is_array($news)) {
        parse_str($body, $news);
    }
    return is_array($news['data'] ?? null) ? $news['data'] : $news;
}

/** The request's body, which is read one byte further than allowed at most. */
function body(int $limit): string
{
    $body = (string) file_get_contents('php://input', false, null, 0, $limit + 1);
    return strlen($body) > $limit ? throw new Failure(413, 'invalid-request') : $body;
}

function write(int $status, array $body, ?int $retryAfter = null): void
{
    http_response_code($status);
    header('content-type: application/json; charset=utf-8');
    header('cache-control: no-store');
    header('referrer-policy: no-referrer');
    header('x-content-type-options: nosniff');
    header_remove('x-powered-by');
    if ($retryAfter !== null) {
        header("retry-after: $retryAfter");
    }
    echo json_encode((object) $body, JSON_THROW_ON_ERROR);
}
