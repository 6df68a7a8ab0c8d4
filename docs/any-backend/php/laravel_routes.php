<?php
// The addresses below /pay in a Laravel app. In `boot` of its AppServiceProvider, outside of every middleware group,
// because webhooks have no token of Laravel's: $this->loadRoutesFrom(base_path('backend/laravel_routes.php'));
declare(strict_types=1);

use Illuminate\Http\Response;
use Illuminate\Support\Facades\Route;

require_once __DIR__ . '/pay.php';

Route::match(['GET', 'POST'], '/pay/{path}', function () {
    [$status, $headers, $content] = Pay\respond();
    return new Response($content, $status, $headers);
})->where('path', '.*');
