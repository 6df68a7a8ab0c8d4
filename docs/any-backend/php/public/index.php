<?php
/*
 * A shop's backend for Pay Elements: `php serve.php`, or any web server whose document root is this folder and that
 * sends /pay/ to this file. It may not log the path of a webhook, which is a credential. Needs PHP 8.2 or later with
 * SQLite (Debian: php-cli php-sqlite3). The protocol is in any-backend.md, the settings are in settings.php, and what
 * you replace by your own shop is in orders.php. Nothing but this file is in the document root: what is there, anybody
 * can download.
 */
declare(strict_types=1);

ini_set('display_errors', '0'); // errors are for the log, not for strangers

require dirname(__DIR__) . '/pay.php';

[$status, $headers, $content] = Pay\respond();
http_response_code($status);
header_remove('x-powered-by');
foreach ($headers as $name => $value) {
    header("$name: $value");
}
echo $content;
