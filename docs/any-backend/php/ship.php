<?php
// Sends the goods of paid orders: `php ship.php`, by cron. What could not be sent is tried again by the next run. What
// sends yours is `send_goods` in orders.php.
declare(strict_types=1);

namespace Pay;

use PDO;
use Throwable;

require_once __DIR__ . '/money.php';
require_once __DIR__ . '/orders.php';
require_once __DIR__ . '/payments.php';
require_once __DIR__ . '/settings.php';
require_once __DIR__ . '/web.php';

const SENDING_LIMIT = 600; // seconds; an order that takes longer was cut short by a crash

/**
 * The order and when the claim on it ends, if its goods are due and no other run is sending them. A run that takes longer
 * than its claim may not undo what another run has done since.
 */
function claim(PDO $database, Payments $payments, string $ref): ?array
{
    // In a transaction, so that order and payment are still the same when it is written.
    return $payments->transaction(function () use ($database, $payments, $ref) {
        $text = 'SELECT * FROM orders WHERE ref = ? AND sent_at IS NULL AND (sending_until IS NULL OR sending_until <= ?)';
        $statement = $database->prepare($text);
        $statement->execute([$ref, time()]);
        $order = $statement->fetch();
        $rows = $order ? $payments->ofOrder($ref) : [];
        $settles = fn ($row) => settles_order($row, $order, ALLOW_TEST_PAYMENTS);
        $named = array_filter($rows, fn ($row) => $row['id'] === $order['paid_by']);
        if ((current($named)['phase'] ?? null) === 'refunded') {
            $named = $rows; // another payment of the order, which was paid too, takes its place
        }
        // Once more: the payment may have been refunded since, and the order changed.
        $payment = current(array_filter($named, $settles));
        if (!$payment) {
            return null;
        }
        $until = time() + SENDING_LIMIT;
        $statement = $database->prepare('UPDATE orders SET paid_by = ?, sending_until = ? WHERE ref = ?');
        $statement->execute([$payment['id'], $until, $ref]);
        return [$order, $until];
    });
}

$database = connect();
$payments = new Payments($database);
$hasFailed = false;
$paid = $database->query('SELECT ref FROM orders WHERE paid_by IS NOT NULL AND sent_at IS NULL');
foreach ($paid->fetchAll(PDO::FETCH_COLUMN) as $ref) {
    [$order, $until] = claim($database, $payments, $ref) ?? [null, null];
    if (!$order) {
        continue;
    }
    try {
        send_goods($order);
    } catch (Throwable $error) {
        $hasFailed = true;
        note("order {$order['number']}: its goods could not be sent, the next run tries again: {$error->getMessage()}");
        $failed = $database->prepare('UPDATE orders SET sending_until = NULL WHERE ref = ? AND sending_until = ?');
        $failed->execute([$ref, $until]);
        continue;
    }
    $sent = $database->prepare('UPDATE orders SET sent_at = ?, sending_until = NULL WHERE ref = ?');
    $sent->execute([time(), $ref]);
}
exit($hasFailed ? 1 : 0);
