<?php
// Sends the goods of paid orders, each once: `php ship.php`, by cron. Put what sends yours in the place of `echo`.
declare(strict_types=1);

foreach (['money', 'status', 'web', 'orders', 'payments', 'settings'] as $part) {
    require __DIR__ . "/$part.php";
}

$database = connect();
$payments = new Payments($database);
$paid = $database->query('SELECT ref FROM orders WHERE paid_by IS NOT NULL AND sent_at IS NULL');
foreach ($paid->fetchAll(PDO::FETCH_COLUMN) as $ref) {
    // In a transaction, so that order and payment are still the same when it is written.
    $isDue = $payments->transaction(function () use ($database, $payments, $ref) {
        $statement = $database->prepare('SELECT * FROM orders WHERE ref = ? AND sent_at IS NULL');
        $statement->execute([$ref]);
        $order = $statement->fetch();
        foreach ($order ? $payments->ofOrder($ref) : [] as $payment) {
            if ($payment['id'] === $order['paid_by'] && settles_order($payment, $order, ALLOW_TEST_PAYMENTS)) {
                $database->prepare('UPDATE orders SET sent_at = ? WHERE ref = ?')->execute([time(), $ref]);
                return true;
            }
        }
        return false;
    });
    if ($isDue) {
        echo "ship order $ref\n";
    }
}
