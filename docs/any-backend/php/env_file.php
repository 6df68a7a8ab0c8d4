<?php
// Reads a file of settings, such as the `.env` that `npx pay-elements init` writes, as Node.js does.
declare(strict_types=1);

namespace Pay;

// NAME=value, with or without quotes. What follows a `#` outside of quotes is a comment.
const LINE = '/^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*'
    . '(?:"([^"\r\n]*)"|\'([^\'\r\n]*)\'|`([^`\r\n]*)`|([^#\r\n]*))/m';

/** The values by their names. A value has one line. */
function read_env_file(string $text): array
{
    preg_match_all(LINE, $text, $lines, PREG_SET_ORDER | PREG_UNMATCHED_AS_NULL);
    $values = [];
    foreach ($lines as [, $name, $double, $single, $back, $plain]) {
        $values[$name] = $double !== null ? str_replace('\n', "\n", $double) : $single ?? $back ?? trim($plain);
    }
    return $values;
}
