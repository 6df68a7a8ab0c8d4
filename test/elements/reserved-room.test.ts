import { expect } from '@open-wc/testing';
import type { PayCheckoutElement } from '../../src/elements/pay-checkout/pay-checkout.ts';
import type { PayCryptoElement } from '../../src/elements/pay-crypto/pay-crypto.ts';
import { Backend, checkout, json, later, order } from './orders.ts';
import { crypto, part, until } from './support.ts';

/** The greatest difference between a skeleton and the view that replaces it, in English. CSS pixels. */
const ROOM_MAX = 24;

const TAGS = 'pay-crypto, pay-wallet, pay-localcode';
const press = (tag: Element, message: string) =>
  until(() => [...tag.shadowRoot!.querySelectorAll('button')].find((one) => one.textContent.includes(message))).then(
    (one) => one.click(),
  );

/** The nearest whole number, where `deep.equal` takes -0 for another number than 0. */
const whole = (pixels: number) => Math.round(pixels) + 0;

/** The space between the end of the content and the end of the element. CSS pixels. */
function room(tag: Element): number {
  const ends = [...tag.shadowRoot!.querySelectorAll('.card, .chosen > :not(.vh)')].map(
    (part) => part.getBoundingClientRect().bottom,
  );
  return whole(tag.getBoundingClientRect().bottom - Math.max(...ends));
}

/** The space inside the card, below its last part. CSS pixels. */
function roomInside(tag: Element): number {
  const card = part(tag, 'card')!;
  const { bottom } = card.getBoundingClientRect();
  const last = Math.max(...[...card.children].map((child) => child.getBoundingClientRect().bottom));
  const { paddingBlockEnd, borderBlockEndWidth } = getComputedStyle(card);
  return whole(bottom - last - parseFloat(paddingBlockEnd) - parseFloat(borderBlockEndWidth));
}

/** Two layouts of the page: an observer of sizes is called after the first. */
async function laidOut(): Promise<void> {
  for (let at = 0; at < 2; at++) await new Promise((done) => requestAnimationFrame(done));
}

describe('<pay-checkout> keeps no empty room', () => {
  let backend: Backend;
  const bitcoin = (fields: object = {}) => crypto({ statusUrl: '/pay/status/btc', version: 1, ...fields });
  let status: object;
  beforeEach(() => {
    sessionStorage.clear();
    backend = new Backend();
    status = { status: 'NEW', version: 1, after: 1_000 };
    backend.onStatus = () => json(status);
    backend.onPayment = () => json(bitcoin());
  });
  afterEach(() => backend.close());

  async function narrow(): Promise<PayCheckoutElement> {
    const { answer, give } = later();
    backend.onOrder = () => answer;
    const tag = await checkout();
    tag.parentElement!.style.inlineSize = '328px';
    await laidOut();
    const skeleton = tag.offsetHeight;
    backend.onOrder = () => json(order());
    give(json(order()));
    await until(() => part(tag, 'choices'));
    await laidOut();
    expect(Math.abs(tag.offsetHeight - skeleton), 'the skeleton has the height of the list').to.be.at.most(ROOM_MAX);
    return tag;
  }

  it('below the list of payment methods, and its skeleton has the same height', async () => {
    const tag = await narrow();
    expect(room(tag)).to.be.at.most(ROOM_MAX);
    expect(roomInside(tag)).to.be.at.most(ROOM_MAX);
  });

  it('below a payment, also after a part has arrived', async () => {
    const tag = await narrow();
    await press(tag, 'Cryptocurrency');
    await press(tag, 'Bitcoin');
    await until(() => tag.phase === 'awaiting');
    await laidOut();
    // The skeleton has room for one more line of text, which a payment with an end of its offer shows.
    expect(room(tag), 'awaiting').to.be.at.most(ROOM_MAX + 8);
    status = { status: 'UNDERPAID', version: 2, cryptoAmountReceived: '0.0001', after: 1_000 };
    await until(() => tag.phase === 'underpaid');
    await laidOut();
    expect([room(tag), roomInside(tag.shadowRoot!.querySelector(TAGS)!)], 'underpaid').to.deep.equal([0, 0]);
    status = { status: 'PAID', version: 3 };
    await until(() => tag.phase === 'paid');
    await laidOut();
    expect([room(tag), roomInside(tag.shadowRoot!.querySelector(TAGS)!)], 'paid').to.deep.equal([0, 0]);
  });

  it('below what a payer sees who has sent the money', async () => {
    const tag = await narrow();
    await press(tag, 'Cryptocurrency');
    await press(tag, 'Bitcoin');
    await until(() => tag.phase === 'awaiting');
    const inner = await until(() => tag.shadowRoot!.querySelector<PayCryptoElement>(TAGS));
    await press(inner, 'I have sent it');
    await until(() => part(inner, 'sent'));
    await laidOut();
    expect([room(tag), roomInside(inner)], 'sent').to.deep.equal([0, 0]);
  });

  it('after a reload of a paid payment', async () => {
    const { answer, give } = later();
    backend.onOrder = () => answer;
    const tag = await checkout();
    tag.parentElement!.style.inlineSize = '328px';
    await laidOut();
    give(json(order({ paid: bitcoin({ status: 'PAID' }) })));
    await until(() => tag.phase === 'paid');
    await laidOut();
    expect([room(tag), roomInside(tag.shadowRoot!.querySelector(TAGS)!)]).to.deep.equal([0, 0]);
  });

  it('after the shop could not be reached', async () => {
    const tag = await narrow();
    backend.onOrder = backend.onPayment = () => Promise.reject(new TypeError('Failed to fetch'));
    await press(tag, 'Online wallet');
    await until(() => tag.matches(':state(lost)'));
    await laidOut();
    expect([room(tag), roomInside(tag)], 'lost').to.deep.equal([0, 0]);
    backend.onOrder = () => json(order({ payments: [bitcoin({ status: 'DETECTED' })] }));
    await press(tag, 'Try now');
    await until(() => tag.phase === 'detected');
    await laidOut();
    expect(room(tag), 'detected').to.equal(0);
  });
});
