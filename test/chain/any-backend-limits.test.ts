import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AnyShop, callEach, languages } from '../support/any-backend.ts';

for (const [language, program] of languages)
  describe(`how many payments a visitor may begin at the backend in ${language}`, { timeout: 180_000 }, () => {
    let shop: AnyShop;

    before(async () => void (shop = await AnyShop.open(language, program)));
    after(() => shop.close());

    const begin = async (headers: Record<string, string> = {}) => {
      const {
        status,
        json,
        headers: delivered,
      } = await shop.requestPayment({ order: shop.order(), method: 'wallet' }, headers);
      assert.equal(json.error?.code, status === 429 ? 'busy' : undefined, JSON.stringify(json));
      return { status, after: Number(delivered.get('retry-after')) };
    };
    const from = (forwarded: string) => begin({ 'x-forwarded-for': forwarded });
    /** As if the last payments had been begun so much earlier. */
    const letTimePass = (seconds: number) =>
      shop.database.prepare('UPDATE payments SET created = created - ?').run(seconds);

    it('five a minute and twenty an hour, by the last address that the proxy wrote', async () => {
      for (let minute = 0; minute < 4; minute += 1) {
        for (let n = 0; n < 5; n += 1) assert.equal((await from(`10.0.0.${n}, 192.0.2.7`)).status, 201);
        const { status, after } = await from('198.51.100.1, 192.0.2.7');
        assert.equal(status, 429);
        assert.ok(after > 0 && after <= (minute < 3 ? 60 : 3600), String(after));
        letTimePass(60);
      }
      const { status, after } = await from('192.0.2.7:4711');
      assert.equal(status, 429);
      assert.ok(after > 60 && after <= 3600 - 4 * 60, String(after));
      assert.equal((await from('192.0.2.7, 192.0.2.8')).status, 201, 'another visitor');
      letTimePass(after);
      assert.equal((await from('192.0.2.7')).status, 201);
    });

    it('not by a header with another name that is read as the same', async () => {
      const again = (n: number) => begin({ 'x-forwarded-for': '192.0.2.9', x_forwarded_for: `192.0.3.${n}` });
      for (let n = 0; n < 5; n += 1) assert.equal((await again(n)).status, 201);
      assert.equal((await again(5)).status, 429);
    });

    it('counts a home network, which has an IPv6 /64, as one visitor', async () => {
      for (let n = 0; n < 5; n += 1) assert.equal((await from(`2001:db8:7:7::${n}`)).status, 201);
      assert.equal((await from('[2001:DB8:7:7:ffff::1]:443')).status, 429);
      assert.equal((await from('2001:db8:7:8::1')).status, 201);
    });

    it('counts what one customer of a provider may have, a /56 or a /48, by two and four times the limits', async () => {
      for (let n = 0; n < 10; n += 1) assert.equal((await from(`2001:db8:9:10${n}::1`)).status, 201, `the /56, ${n}`);
      assert.equal((await from('2001:db8:9:1ff::1')).status, 429, 'another /64 of that /56');
      for (let n = 0; n < 10; n += 1) assert.equal((await from(`2001:db8:9:20${n}::1`)).status, 201, `the /48, ${n}`);
      assert.equal((await from('2001:db8:9:300::1')).status, 429, 'another /56 of that /48');
      assert.equal((await from('2001:db8:a:100::1')).status, 201, 'another /48');
    });

    it('thirty a minute and two hundred an hour for all together that cannot be distinguished', async () => {
      // What a client wrote itself, a private address, no address: none of these names a visitor.
      const unknown = [
        '',
        'made-up',
        '203.0.113.5, 10.0.0.9',
        '203.0.113.5, 127.0.0.1',
        '203.0.113.5,',
        '1.2.3.4.5',
        '::1',
      ];
      let begun = 0;
      for (let minute = 0; begun < 200; minute += 1) {
        const here = Math.min(30, 200 - begun);
        for (let n = 0; n < here; n += 1) assert.equal((await from(unknown[begun++ % unknown.length]!)).status, 201);
        for (const forwarded of unknown) assert.equal((await from(forwarded)).status, 429, forwarded);
        assert.equal((await begin()).status, 429);
        letTimePass(60);
      }
      assert.equal((await begin()).status, 429);
      assert.equal((await from('203.0.113.77')).status, 201, 'a visitor with an address is not affected');
      assert.match(shop.backend.log(), /PROXIES/);
    });

    it('400 an hour for the whole shop, for all visitors together', async () => {
      const insert = shop.database.prepare(
        `INSERT INTO payments (ref, token, created, visitor, order_ref, method, coin, amount, currency, holds)
         VALUES (?, ?, ?, 'somebody', 'another order', 'wallet', '', '1.00', 'USD', 0)`,
      );
      const now = Math.floor(Date.now() / 1000);
      letTimePass(3600);
      for (let n = 0; n < 400; n += 1) insert.run(`shop ${n}`, `token ${n}`, now - 600);
      const { status, json, headers } = await shop.requestPayment(
        { order: shop.order(), method: 'wallet' },
        { 'x-forwarded-for': '203.0.113.80' },
      );
      assert.deepEqual([status, json.error?.code], [503, 'busy']);
      const retryAfter = Number(headers.get('retry-after'));
      assert.ok(retryAfter > 2900 && retryAfter <= 3000, String(retryAfter));
      assert.match(shop.backend.log(), /SHOP_LIMITS/);
      letTimePass(3600);
      assert.equal((await from('203.0.113.80')).status, 201);
    });

    it('with a number of proxies, counts that many addresses from the right', async () => {
      await shop.backend.restart({ PROXIES: '2' });
      try {
        for (let n = 0; n < 5; n += 1) assert.equal((await from(`1.1.1.${n}, 203.0.113.9, 10.0.0.${n}`)).status, 201);
        assert.equal((await from('203.0.113.9, 10.0.0.1')).status, 429);
        assert.equal((await from('203.0.113.10, 10.0.0.1')).status, 201);
        await shop.backend.restart({ PROXIES: '0' });
        for (let n = 0; n < 5; n += 1) assert.equal((await from(`203.0.113.2${n}`)).status, 201);
        assert.equal((await from('203.0.113.30')).status, 429, 'the connection counts, and not the header');
      } finally {
        await shop.backend.restart();
      }
    });

    it('returns the same payment to any number of repeated requests', async () => {
      const order = shop.order();
      const visitor = shop.newVisitor();
      const statuses = [];
      for (let n = 0; n < 8; n += 1)
        statuses.push((await shop.requestPayment({ order, method: 'wallet' }, visitor)).status);
      assert.deepEqual(statuses, [201, ...Array<number>(7).fill(200)]);
    });

    it('identifies visitors by these addresses', () => {
      const cases = [
        // peer, X-Forwarded-For, proxies, who it is
        ['203.0.113.1', '', null, '203.0.113.1'],
        ['203.0.113.1', '198.51.100.1', null, '203.0.113.1'],
        ['10.1.2.3', '', null, null],
        ['10.1.2.3', '198.51.100.1', null, '198.51.100.1'],
        ['10.1.2.3', '198.51.100.1, 10.0.0.9', null, null],
        ['10.1.2.3', '198.51.100.1, 100.64.0.9', null, null],
        ['fe80::1%eth0', '198.51.100.1', null, '198.51.100.1'],
        ['fd00::1', ' "[2001:db8:1:2:3::4]:80" ', null, '2001:db8:1:2::/64'],
        ['::1', '2001:db8:1:2::9', null, '2001:db8:1:2::/64'],
        ['::ffff:203.0.113.1', '', null, '203.0.113.1'],
        ['::ffff:127.0.0.1', '::ffff:198.51.100.1', null, '198.51.100.1'],
        ['172.15.0.1', '198.51.100.1', null, '172.15.0.1'],
        ['172.31.0.1', '198.51.100.1', null, '198.51.100.1'],
        ['192.168.1.1', '198.51.100.1, unknown', null, null],
        ['192.168.1.1', '198.51.100.1, 256.1.1.1', null, null],
        ['', '198.51.100.1', null, null],
        ['10.1.2.3', '198.51.100.1', 0, '10.1.2.3'],
        ['10.1.2.3', '1.1.1.1, 198.51.100.1', 1, '198.51.100.1'],
        ['10.1.2.3', '1.1.1.1, 198.51.100.1, 10.9.9.9', 2, '198.51.100.1'],
        ['10.1.2.3', '', 1, null],
        ['203.0.113.1', '198.51.100.1', 2, null],
        ['203.0.113.1', '198.51.100.1', 3, null],
      ] as const;
      const results = callEach(
        language,
        program,
        'visitor.visitor_of',
        cases.map((one) => one.slice(0, 3)),
      );
      assert.deepEqual(
        results.map((who, index) => [...cases[index]!.slice(0, 3), who]),
        cases.map((one) => [...one]),
      );
    });
  });
