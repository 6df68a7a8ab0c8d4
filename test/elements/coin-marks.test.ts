import { expect, fixture, html } from '@open-wc/testing';
import { svg } from 'lit';
import { coins } from '../../src/core/coins/coin.ts';
import { marks } from '../../src/elements/card/badge.ts';
import { coinMark } from '../../src/elements/card/coin-marks.ts';
import type { PayElement } from '../../src/elements/base/pay-element.ts';
import { crypto, json, part, shop, show, text, until } from './support.ts';

const badge = (root: Element) => root.querySelector<HTMLElement>('.badge')!;
const mark = (tag: PayElement) => part(tag, 'method')!.querySelector('.badge svg');

describe('the marks of the coins', () => {
  it('stand for each coin of the contract, and no two are the same', async () => {
    const drawn = new Set<string>();
    for (const { ticker } of coins) {
      const node = await fixture(html`<div>${coinMark(ticker, svg)}</div>`);
      expect(node.querySelectorAll('path').length, ticker).to.be.greaterThan(0);
      drawn.add(node.innerHTML);
    }
    expect(drawn.size).to.equal(coins.length);
    for (const other of [undefined, 'XMR', 'toString']) expect(coinMark(other, svg)).to.equal(undefined);
  });

  it('take the place of the letter without moving anything', async () => {
    const tag = await show('pay-crypto', crypto());
    await until(() => mark(tag));
    const { width, height } = badge(tag.shadowRoot!.querySelector('.card')!).getBoundingClientRect();
    expect([width, height]).to.deep.equal([22, 22]);
    const box = mark(tag)!.getBoundingClientRect();
    expect([box.width, box.height]).to.deep.equal([22, 22]);
    expect(badge(tag.shadowRoot!.querySelector('.card')!).ariaHidden).to.equal('true');
  });

  it('are shown also when another tag has loaded them since the tag was rendered', async () => {
    marks.coinMark = undefined;
    const tag = await show('pay-crypto', crypto({ tid: 'later' }));
    expect(mark(tag)).to.equal(null);
    marks.coinMark = coinMark;
    await until(() => mark(tag));
  });

  it('show a letter for an unknown coin', async () => {
    const tag = await show('pay-crypto', crypto({ cryptoCoin: 'xmr' }));
    const known = await show('pay-crypto', crypto({ tid: 'other' }));
    await until(() => mark(known));
    await tag.updateComplete;
    expect([mark(tag), text(part(tag, 'method')!.querySelector('.badge'))]).to.deep.equal([null, 'X']);
  });

  it('stand beside the coins to choose from', async () => {
    const methods = [{ method: 'crypto', coins: [{ symbol: 'BTC' }, { symbol: 'BCH' }] }];
    const order = { order: '1', amount: '48.20', currency: 'USD', methods, payments: [] };
    const { close } = shop({ '/pay/orders/1': json(order) });
    const tag = await fixture<PayElement>(html`<pay-checkout src="/pay/orders/1"></pay-checkout>`);
    await until(() => tag.shadowRoot!.querySelectorAll('.badge svg').length === 2);
    close();
  });
});
