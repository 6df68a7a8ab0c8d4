import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { memoryStore } from 'pay-elements/server';
import { openShop } from '../../examples/shared/shop.ts';
import { runCli } from '../cli/run.ts';
import { testExample } from './suite.ts';

testExample('express', { store: 'postgres', typescript: true });

it('names the setting of the database when a shop cannot use it', async () => {
  const folder = mkdtempSync(join(import.meta.dirname, '../.readme-database-'));
  try {
    const { code } = await runCli(['init', '--stack', 'node', '--store', 'postgres', '--dir', folder, '--yes']);
    assert.equal(code, 0);
    rmSync(join(folder, 'package.json')); // so that it finds our own packages
    const env = { SERVICE_URL: 'http://127.0.0.1:1', SERVICE_KEY: 'key', ALLOW_TEST_PAYMENTS: 'yes', PORT: '0' };
    const start = async (DATABASE_URL: string) => {
      const shop = spawn(process.execPath, ['--env-file=.env', 'server.js'], {
        cwd: folder,
        env: { ...process.env, ...env, DATABASE_URL },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let err = '';
      shop.stderr.on('data', (chunk) => (err += String(chunk)));
      const [exit] = (await once(shop, 'close')) as [number];
      assert.equal(exit, 1, err);
      return err;
    };
    assert.match(
      await start('postgres://nobody@127.0.0.1:1/none'),
      /Error: The shop cannot start\. Its database \(DATABASE_URL, of SQLite DATABASE\) cannot be used: .*ECONNREFUSED/,
    );
    assert.match(await start(''), /Error: The shop cannot start\. Set in \.env: DATABASE_URL\./);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('a shop that is opened by two processes at the same time', () => {
  it('begins also where the other process creates the table at that moment', async () => {
    const statements: string[] = [];
    const query = async (text: string) => {
      statements.push(text);
      if (statements.length === 1) throw new Error('duplicate key value violates unique constraint');
      return [];
    };
    const env = { PAY_URL: 'http://127.0.0.1:8080/pay', PAY_SECRET: 'a secret of thirty-two characters' };
    const service = { SERVICE_URL: 'http://127.0.0.1:1', SERVICE_KEY: 'key', ALLOW_TEST_PAYMENTS: 'yes' };
    const shop = openShop({ store: memoryStore(), query }, { ...env, ...service });
    const placed = await shop.placeOrder({ beans: '1' }, undefined);
    assert.match(placed!.location, /^\/checkout\//);
    assert.deepEqual(
      statements.map((text) => text.slice(0, 6)),
      ['CREATE', 'CREATE', 'INSERT'],
    );
    await shop.checkout.close();
  });
});
