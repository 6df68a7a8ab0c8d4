import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { visitorNetworks } from '../../../src/server/http/visitor-address.ts';

const networksFrom = (address: string | undefined, forwarded?: string, proxies?: number) =>
  visitorNetworks(address, { header: (name) => (name === 'x-forwarded-for' ? forwarded : undefined) }, proxies);

const from = (...given: Parameters<typeof networksFrom>) => networksFrom(...given)[0];

describe("a visitor's address", () => {
  it('is that of the connection, whatever headers the visitor sends', () => {
    assert.equal(from('203.0.113.7'), '203.0.113.7');
    assert.equal(from('203.0.113.7', '198.51.100.1'), '203.0.113.7');
    assert.equal(from('203.0.113.7', '198.51.100.1, 10.0.0.1'), '203.0.113.7');
  });

  it('is the last entry of the header where the connection is from a private network', () => {
    for (const proxy of ['127.0.0.1', '::1', '10.1.2.3', '172.20.0.1', '192.168.7.7', '100.100.0.1', '169.254.1.1'])
      assert.equal(from(proxy, '198.51.100.1'), '198.51.100.1', proxy);
    for (const proxy of ['::ffff:10.0.0.1', 'fd12:3456::1', 'fe80::1%eth0'])
      assert.equal(from(proxy, '198.51.100.1'), '198.51.100.1', proxy);
    assert.equal(from('127.0.0.1', '198.51.100.1, 203.0.113.7'), '203.0.113.7');
  });

  it('is that of the connection just outside the private networks, and the last entry at their edges', () => {
    for (const inside of [
      '172.16.0.1',
      '172.31.255.255',
      '100.64.0.1',
      '100.127.255.255',
      '192.168.255.255',
      '169.254.1.1',
    ])
      assert.equal(from(inside, '198.51.100.1'), '198.51.100.1', inside);
    for (const outside of ['172.15.255.255', '172.32.0.1', '100.63.255.255', '100.128.0.1'])
      assert.equal(from(outside, '198.51.100.1'), outside);
  });

  it('is unknown where nothing distinguishes visitors', () => {
    assert.equal(from(undefined), undefined);
    assert.equal(from(undefined, '198.51.100.1'), undefined);
    assert.equal(from('127.0.0.1'), undefined);
    assert.equal(from('no address'), undefined);
  });

  it('is never read left of the last entry, which the visitor may have written', () => {
    for (const last of ['10.0.0.9', '192.168.0.1', '::1', 'fd00::1', 'unknown', '1.2.3.400', '', '  ', 'unix:'])
      assert.equal(from('127.0.0.1', `198.51.100.1, ${last}`), undefined, last);
  });

  it("is the entry before the shop's own proxies when their number is configured", () => {
    const made = '6.6.6.6';
    assert.equal(from('127.0.0.1', `${made}, 203.0.113.7`, 0), '127.0.0.1');
    assert.equal(from('127.0.0.1', `${made}, 203.0.113.7`, 1), '203.0.113.7');
    assert.equal(from('104.16.0.1', `${made}, 203.0.113.7`, 1), '203.0.113.7');
    assert.equal(from('127.0.0.1', `${made}, 203.0.113.7, 104.16.0.1`, 2), '203.0.113.7');
    assert.equal(from('127.0.0.1', `${made}, 192.168.1.1`, 1), '192.168.1.1');
    // A platform that shows no connection, only what it wrote itself.
    assert.equal(from(undefined, `${made}, 203.0.113.7`, 1), '203.0.113.7');
    assert.equal(from('127.0.0.1', 'unknown', 1), undefined);
  });

  it('is that of the connection, or unknown, where there are fewer entries than proxies: the visitor may have written them', () => {
    assert.equal(from('203.0.113.9', undefined, 1), '203.0.113.9');
    assert.equal(from('203.0.113.9', '6.6.6.6', 2), '203.0.113.9');
    assert.equal(from('127.0.0.1', '6.6.6.6', 2), undefined);
    assert.equal(from(undefined, '6.6.6.6', 2), undefined);
  });

  it('is read from a long header in about the same time as from a short one', () => {
    /** How long it takes to read headers with this many entries of the visitor's own, in milliseconds. */
    const timeOf = (entries: number) => {
      const made = '1.2.3.4, '.repeat(entries);
      const blank = made.replaceAll(',', ' ');
      const begun = performance.now();
      for (let times = 0; times < 100; times += 1) {
        assert.equal(from('127.0.0.1', `${made}203.0.113.7`), '203.0.113.7');
        assert.equal(from('127.0.0.1', `${made}203.0.113.7, 10.0.0.1`, 2), '203.0.113.7');
        assert.equal(from('127.0.0.1', blank), undefined);
      }
      return performance.now() - begun;
    };
    /** The shortest of several, in which nothing else used the processor. */
    const shortest = (entries: number) => Math.min(...Array.from({ length: 20 }, () => timeOf(entries)));
    // 15 KB and 150 bytes.
    const [long, short] = [shortest(1_700), shortest(17)];
    assert.ok(long < 30 * short, `${long} ms, ${short} ms`);
  });

  it('is one however it is written, and one for the whole network of a household', () => {
    for (const written of [
      '203.0.113.7',
      '203.0.113.7:4711',
      ' 203.0.113.7 ',
      '"203.0.113.7:4711"',
      '::ffff:203.0.113.7',
    ])
      assert.equal(from('127.0.0.1', written), '203.0.113.7', written);
    const network = '2001:db8:0:7::/64';
    for (const written of [
      '2001:db8:0:7::1',
      '2001:DB8:0:7:aaaa:bbbb:cccc:dddd',
      '2001:0db8:0000:0007:0:0:0:1',
      '[2001:db8:0:7::9]:443',
      '"[2001:db8:0:7::9]"',
    ])
      assert.equal(from(written.replace(/^"|"$|\[|\](:443)?/g, '')), network, written);
    assert.equal(from('127.0.0.1', '"[2001:db8:0:7::9]:443"'), network);
    assert.notEqual(from('2001:db8:0:8::1'), network);
    assert.equal(from('2001:db8::'), '2001:db8:0:0::/64');
  });

  it('has also the two wider networks that providers give to one customer', () => {
    assert.deepEqual(networksFrom('2001:db8:12ab:34cd::1'), [
      '2001:db8:12ab:34cd::/64',
      '2001:db8:12ab:3400::/56',
      '2001:db8:12ab::/48',
    ]);
    assert.deepEqual(networksFrom('203.0.113.7'), ['203.0.113.7']);
    assert.deepEqual(networksFrom(undefined), []);
  });
});
