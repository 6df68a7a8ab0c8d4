import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { examples, languages } from '../support/any-backend.ts';
import { freePort } from '../support/free-port.ts';
import { runCli } from '../cli/run.ts';

/** Changes an order in the database of a shop, as its own code does. */
const CHANGE = `
  const { DATABASE, ORDER, AMOUNT, CURRENCY } = process.env;
  const database = new (require('node:sqlite').DatabaseSync)(DATABASE);
  database.exec('PRAGMA busy_timeout = 5000');
  database.prepare('UPDATE orders SET amount = ?, currency = ? WHERE ref = ?').run(AMOUNT, CURRENCY, ORDER);`;

for (const [language, program] of languages)
  describe(`the backend in ${language}, in two processes`, { timeout: 300_000 }, () => {
    it('passes every check of pay-elements conformance', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'pay-elements-conformance-'));
      const [first, second] = [await freePort(), await freePort()];
      const isPhp = language === 'php';
      const cd = `cd '${join(examples, language)}'`;
      const start = isPhp ? `exec '${program}' -q -S 127.0.0.1:$PORT -t public` : `exec '${program}' shop.py`;
      const order = `'${program}' new_order.${isPhp ? 'php' : 'py'} "$AMOUNT" "$CURRENCY" $OFFER_SECONDS`;
      try {
        const { code, out, err } = await runCli(
          [
            ...['conformance', `http://127.0.0.1:${first}/pay`, '--second', `http://127.0.0.1:${second}/pay`],
            ...['--start', `${cd} && ${start}`, '--order', `${cd} && ${order}`, '--json'],
            ...['--change-order', `"${process.execPath}" -e "${CHANGE.replaceAll('\n', ' ')}"`],
          ],
          {
            DATABASE: join(folder, 'payments.db'),
            LOCALCODE_CURRENCY: 'USD',
            PHP_CLI_SERVER_WORKERS: '4',
            PYTHONDONTWRITEBYTECODE: '1',
          },
        );
        assert.equal(code, 0, out + err);
        const { checks } = JSON.parse(out) as { checks: { name: string; state: string }[] };
        assert.deepEqual(
          checks.filter(({ state }) => state !== 'ok').map(({ name }) => name),
          ['other-visitor'], // this shop has names that cannot be guessed instead
        );
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  });
