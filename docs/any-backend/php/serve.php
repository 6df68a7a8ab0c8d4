<?php
/*
 * Starts the shop with PHP's own web server: `php serve.php`, or `php serve.php <document root>`. A wrong setting ends it
 * with an error that names it. With another web server this file is not needed.
 *
 * It is the parent of the server, which has no handler for SIGTERM: the first process of a container is not ended by a
 * signal that it does not handle.
 */
declare(strict_types=1);

namespace Pay;

use RuntimeException;

const STOP_LIMIT = 4; // seconds that requests may take that have begun; Docker waits 10 s, and then kills

try {
    require_once __DIR__ . '/settings.php';
} catch (RuntimeException $error) {
    fwrite(STDERR, "{$error->getMessage()}\n");
    exit(1);
}

$root = realpath($argv[1] ?? __DIR__ . '/public');
// -q: its log of requests would have the paths of webhooks, which are credentials.
$arguments = ['-q', '-d', 'expose_php=0', '-S', '127.0.0.1:' . PORT, '-t', $root, "$root/index.php"];
if (isset($argv[1])) { // the backend alone has no page
    echo 'Shop: http://127.0.0.1:' . PORT . "\n";
}
// Each worker answers one request at a time.
putenv('PHP_CLI_SERVER_WORKERS=' . (getenv('PHP_CLI_SERVER_WORKERS') ?: '4'));
if (!function_exists('pcntl_fork')) { // on Windows
    passthru(implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, ...$arguments])), $status);
    exit($status);
}

$signals = [SIGTERM, SIGINT, SIGCHLD]; // the last one: the server has ended
pcntl_sigprocmask(SIG_BLOCK, $signals); // they wait until they are taken below
[$kept, $watched] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$server = pcntl_fork();
if ($server === 0) {
    posix_setpgid(0, 0); // a group of its own, with its workers
    pcntl_sigprocmask(SIG_UNBLOCK, $signals);
    fclose($kept);
    if (pcntl_fork() === 0) {
        // Until its other end is closed, because this program was killed. Unlike fread(), this has no time limit.
        [$read, $none] = [[$watched], null];
        stream_select($read, $none, $none, null);
        posix_kill(0, SIGKILL);
    }
    pcntl_exec(PHP_BINARY, $arguments);
}
do {
    $signal = pcntl_sigwaitinfo($signals);
} while ($signal === SIGCHLD && pcntl_waitpid($server, $status, WNOHANG) === 0);
if ($signal === SIGCHLD) {
    exit(1); // it has printed why
}
posix_kill(-$server, SIGINT); // each worker ends after the request that it answers
pcntl_sigtimedwait([SIGCHLD], $info, STOP_LIMIT);
posix_kill(-$server, SIGKILL);
