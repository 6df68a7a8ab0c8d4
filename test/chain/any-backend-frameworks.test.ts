import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { startSandbox, type RunningSandbox } from 'pay-elements/sandbox';
import { findFrameworks } from '../../scripts/interpreters.mjs';
import { checkConformance, examples } from '../support/any-backend.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const { Django: python, Laravel: php, Composer: composer } = findFrameworks();

/** Writes the files of an app, by their path in its folder. */
function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** An app that mounts the backend as the DispatcherMiddleware of Werkzeug does, which Flask uses. */
const MOUNTED = {
  'mounted.py': `
from pay.pay import application


def site(environ, start_response):
    path = environ["PATH_INFO"]
    if path.startswith("/pay/"):
        return application({**environ, "SCRIPT_NAME": "/pay", "PATH_INFO": path[len("/pay"):]}, start_response)
    start_response("200 OK", [("content-type", "text/html")])
    return [b"the shop"]
`,
};

/** A Django project, whose shop has apps with names of the backend's modules. */
const DJANGO = {
  'site_settings.py': `
SECRET_KEY = "a secret of at least thirty-two characters"
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "site_urls"
INSTALLED_APPS = ["orders", "payments"]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
`,
  'site_urls.py': `
from django.urls import include, path

urlpatterns = [path("", include("pay.django_urls"))]
`,
  'site_wsgi.py': `
from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
`,
  'orders/__init__.py': '',
  'payments/__init__.py': '',
};

/** A Laravel app, with the parts of Laravel's own skeleton that these requests need. */
const LARAVEL = {
  'composer.json': JSON.stringify({
    repositories: [{ 'packagist.org': false }, { type: 'path', url: 'backend' }],
    require: { 'shop/pay': '@dev' },
  }),
  'public/index.php': `<?php
require 'Illuminate/autoload.php'; // Laravel as a package of Debian
require dirname(__DIR__) . '/vendor/autoload.php';
$app = new Illuminate\\Foundation\\Application(dirname(__DIR__));
$app->singleton(Illuminate\\Contracts\\Http\\Kernel::class, Illuminate\\Foundation\\Http\\Kernel::class);
$app->singleton(Illuminate\\Contracts\\Debug\\ExceptionHandler::class, Illuminate\\Foundation\\Exceptions\\Handler::class);
$kernel = $app->make(Illuminate\\Contracts\\Http\\Kernel::class);
$kernel->handle(Illuminate\\Http\\Request::capture())->send();
`,
  'config/app.php': `<?php
final class AppServiceProvider extends Illuminate\\Support\\ServiceProvider
{
    public function boot(): void
    {
        $this->loadRoutesFrom(base_path('backend/laravel_routes.php'));
    }
}
return [
    'providers' => [
        Illuminate\\Filesystem\\FilesystemServiceProvider::class,
        Illuminate\\Translation\\TranslationServiceProvider::class,
        Illuminate\\View\\ViewServiceProvider::class,
        AppServiceProvider::class,
    ],
    'aliases' => [],
];
`,
  'config/view.php': "<?php return ['paths' => [], 'compiled' => base_path('bootstrap/cache')];",
  'bootstrap/cache/.gitignore': '*',
};

/** The checks of what a framework could change. The functions behind it are checked without it. */
const HTTP_CHECKS = [
  ...['order', 'payment', 'one-payment-per-choice', 'bad-input', 'body-limit', 'cross-site-request', 'status'],
  ...['webhook-address', 'webhook-bodies', 'headers', 'cors', 'forged-host', 'service-busy', 'creation-limit'],
];

interface App {
  /** Writes the app into a folder. */
  readonly write: (folder: string) => void;
  /** The command that starts it on `$PORT`, in its folder. */
  readonly start: string;
  /** The command that writes an order, without its arguments. */
  readonly order: string;
  /** The names of the checks; all by default. */
  readonly checks?: readonly string[];
}

const APPS: Readonly<Record<string, App>> = {
  ...(python && {
    'in Python under gunicorn': {
      write: (folder) => cpSync(join(examples, 'python'), folder, { recursive: true }),
      start: `exec '${python}' -m gunicorn --preload --threads 4 -b 127.0.0.1:$PORT shop:application`,
      order: `'${python}' new_order.py`,
    },
    'in Python below a WSGI mount': {
      write(folder) {
        cpSync(join(examples, 'python'), folder, { recursive: true });
        write(folder, MOUNTED);
      },
      start: `exec '${python}' -m gunicorn --preload --threads 4 -b 127.0.0.1:$PORT mounted:site`,
      order: `'${python}' new_order.py`,
      checks: HTTP_CHECKS,
    },
    'in a Django project': {
      write(folder) {
        write(folder, DJANGO);
        cpSync(join(examples, 'python/pay'), join(folder, 'pay'), { recursive: true });
        cpSync(join(examples, 'python/new_order.py'), join(folder, 'new_order.py'));
      },
      start: `DJANGO_SETTINGS_MODULE=site_settings exec '${python}' -m gunicorn --threads 4 -b 127.0.0.1:$PORT site_wsgi`,
      order: `'${python}' new_order.py`,
      checks: HTTP_CHECKS,
    },
  }),
  ...(php &&
    composer && {
      'in a Laravel app': {
        write(folder) {
          write(folder, LARAVEL);
          cpSync(join(examples, 'php'), join(folder, 'backend'), { recursive: true });
          const env = { ...process.env, COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_HOME: join(folder, '.composer') };
          const { status, stderr } = spawnSync(composer, ['install', '--no-interaction'], { cwd: folder, env });
          assert.equal(status, 0, String(stderr));
        },
        start: `exec '${php}' -q -S 127.0.0.1:$PORT -t public public/index.php`,
        order: `'${php}' backend/new_order.php`,
        checks: HTTP_CHECKS,
      },
    }),
};

for (const [name, app] of Object.entries(APPS))
  describe(`the backend ${name}`, { timeout: 300_000 }, () => {
    let folder: string;
    let sandbox: RunningSandbox;
    let child: ChildProcess | undefined;

    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'pay-elements-framework-'));
      app.write(folder);
      sandbox = await startSandbox();
    });
    after(async () => {
      await sandbox.close();
      rmSync(folder, { recursive: true });
    });
    afterEach(async () => {
      if (!child) return;
      process.kill(-child.pid!, 'SIGKILL');
      await once(child, 'close');
      child = undefined;
    });

    it('takes a payment', async () => {
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      const env = {
        ...{ PATH: process.env['PATH'], PORT: String(port), PYTHONDONTWRITEBYTECODE: '1', ALLOW_TEST_PAYMENTS: 'yes' },
        ...{ SERVICE_URL: sandbox.url, SERVICE_KEY: sandbox.apiKey, PAY_URL: `${origin}/pay` },
        ...{ PAY_SECRET: 'a secret of at least thirty-two characters', DATABASE: join(folder, 'payments.db') },
      };
      child = spawn('sh', ['-c', app.start], { cwd: folder, env, stdio: 'pipe', detached: true });
      let log = '';
      for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (log += String(text)));
      const ask = async (url: string, init?: RequestInit) => {
        const response = await fetch(url, init);
        return { status: response.status, json: (await response.json()) as Record<string, string> };
      };
      await until(() => fetch(origin).then(() => true, () => false), `an answer at ${origin}: ${log}`); // prettier-ignore

      const { stdout } = spawnSync('sh', ['-c', `${app.order} 19.99 USD`], { cwd: folder, env, encoding: 'utf8' });
      const [, order] = /orders\/(\w+)"/.exec(stdout) ?? assert.fail(stdout + log);
      const made = await ask(`${origin}/pay/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order, method: 'crypto', coin: 'BTC' }),
      });
      assert.equal(made.status, 201, JSON.stringify(made.json) + log);
      sandbox.control.pay(made.json['tid']!);
      await until(async () => (await ask(made.json['statusUrl']!)).json['phase'] === 'paid', `the payment: ${log}`);
      const { json } = await ask(`${origin}/pay/orders/${order}`);
      assert.equal((json['paid'] as unknown as { tid: string }).tid, made.json['tid']);
    });

    it(`passes ${app.checks ? 'the checks of HTTP' : 'every check'} of pay-elements conformance`, () =>
      checkConformance({
        start: `cd '${folder}' && ${app.start}`,
        order: `cd '${folder}' && ${app.order} "$AMOUNT" "$CURRENCY" $OFFER_SECONDS`,
        ...(app.checks && { checks: app.checks }),
      }));
  });

if (composer)
  describe('the composer.json of the backend in PHP', () => {
    it('is valid by the strict rules', () => {
      const env = { ...process.env, COMPOSER_ALLOW_SUPERUSER: '1' };
      const args = ['validate', '--strict', '--working-dir', join(examples, 'php')];
      const { status, stdout, stderr } = spawnSync(composer, args, { env, encoding: 'utf8' });
      assert.equal(status, 0, stdout + stderr);
    });
  });
