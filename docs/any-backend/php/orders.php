<?php
// The shop's own part: its orders, and what it does when a payment changes. Put your tables in the place of these.
declare(strict_types=1);

namespace Pay;

use PDO;

require_once __DIR__ . '/money.php';
require_once __DIR__ . '/web.php';

const ORDERS_SCHEMA = "
CREATE TABLE IF NOT EXISTS orders (
  number INTEGER PRIMARY KEY AUTOINCREMENT, -- for people, and for the payment service
  ref TEXT NOT NULL UNIQUE,                 -- for addresses: 128 random bits, so that nobody finds an order by counting
  amount TEXT NOT NULL,                     -- decimal text
  currency TEXT NOT NULL,
  expires_at INTEGER,                       -- when the offer ends, in seconds since 1970; NULL: never
  paid_by TEXT,                             -- the payment that the goods are sent for; without one, none are sent
  sending_until INTEGER,                    -- while ship.php sends them, when it has to be done
  sent_at INTEGER,                          -- when ship.php has sent them, in seconds since 1970
  customer TEXT                             -- the session that may see and pay it; NULL: whoever knows the `ref` may
);
";

/** The session: an unguessable name in the Cookie header. Put yours in its place. */
function customer_of(string $cookies): ?string
{
    return preg_match('/(?:^|; )customer=([0-9a-f]{32})(?:;|\z)/', $cookies, $found) ? $found[1] : null;
}

/**
 * What is to be paid now, from the shop's own tables and never from a browser. Null when there is no such order, or
 * when it is not this visitor's.
 *
 * $cookies  the visitor's Cookie header. Null: no visitor asks, but this program itself
 */
function find_order(PDO $database, string $ref, ?string $cookies = null): ?array
{
    $statement = $database->prepare('SELECT * FROM orders WHERE ref = ?');
    $statement->execute([$ref]);
    $row = $statement->fetch();
    if (!$row) {
        return null;
    }
    if ($cookies !== null && $row['customer'] !== null && $row['customer'] !== customer_of($cookies)) {
        return null;
    }
    $payout = ['crypto' => PAYOUT_COINS, 'wallet' => PAYOUT_WALLET]; // where the proceeds go
    if (LOCALCODE_CURRENCY !== '' && PAYOUT_COINS) {
        $coin = array_key_last(PAYOUT_COINS);
        $localcode = ['payout_crypto_coin' => $coin, 'payout_address' => PAYOUT_COINS[$coin]];
        $payout['localcode'] = ['currency' => LOCALCODE_CURRENCY, ...$localcode];
    }
    return [...$row, 'payout' => $payout];
}

/**
 * Called for each change of a payment's phase, inside the transaction that makes it. What is written to `$database`
 * here is therefore written exactly once. Send no mail and no goods from here: `send_goods` does that, for orders with
 * `paid_by`.
 *
 * $payment  the row, as the change has left it
 * $change   'from', 'to'; 'afterExpiry': the offer had ended before the whole amount was seen; 'replaced': the payer
 *           has been given another payment in its place
 */
function on_change(PDO $database, array $payment, array $change): void
{
    $order = find_order($database, $payment['order_ref']);
    $name = "payment {$payment['id']} of order " . ($order ? $order['number'] : $payment['order_ref']);
    if ($change['replaced']) {
        note("$name: {$change['to']}, after another payment has replaced it");
    }
    if ($change['afterExpiry']) {
        note("$name: {$change['to']}, after the offer had ended");
    }
    if ($change['to'] === 'late') {
        note("$name: somebody has to decide whether the price still holds");
    }
    if (!in_array($change['to'], PAID, true)) {
        return;
    }

    if (!settles_order($payment, $order, ALLOW_TEST_PAYMENTS)) {
        $now = $order ? "{$order['amount']} {$order['currency']}" : 'gone';
        note("$name: paid with {$payment['amount']} {$payment['currency']}, but the order is now $now: refund it?");
        return;
    }
    // A payment that was refunded before the goods were sent leaves the order to the next one.
    $statement = $database->prepare(
        "UPDATE orders SET paid_by = ? WHERE ref = ? AND sent_at IS NULL AND (paid_by IS NULL OR paid_by IN
            (SELECT id FROM payments WHERE order_ref = orders.ref AND phase = 'refunded'))"
    );
    $statement->execute([$payment['id'], $order['ref']]);
    if ($statement->rowCount() === 0) {
        note("$name: the order was paid already: refund this payment");
    }
}

/**
 * Called when somebody asks for an order that `$payment` settles. No goods are sent while `paid_by` is empty: the order
 * became what was paid by a change of yours. Then a person has to decide, and to write it.
 */
function on_settled(PDO $database, array $payment): void
{
    $order = find_order($database, $payment['order_ref']); // read after the payment, because both are written together
    if ($order['paid_by'] === null) {
        note("payment {$payment['id']} of order {$order['number']}: settles it, but paid_by is empty: send the goods?");
    }
}

/**
 * Called by ship.php for an order that is paid. Put what sends yours in the place of `echo`.
 *
 * It is called again for the same order when it throws, and when the process ends in it: nobody then knows whether the
 * goods have gone. So let the order's `ref` be the name under which they are sent: a key of a table of yours, or the
 * idempotency key of the service that you send by.
 */
function send_goods(array $order): void
{
    echo "ship order {$order['ref']}\n";
}
