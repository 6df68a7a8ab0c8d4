import { expect } from '@open-wc/testing';
import { durationText, nextDuration } from '../../src/i18n/format-duration.ts';
import { crypto, part, show, text, until } from './support.ts';
import { settled, fakeClock } from './fake-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What the shop's server takes the time to be when a test begins: far from what the browser's clock says. */
const SERVER = Date.parse('2031-05-09T10:00:00Z');

describe('the time left to pay', () => {
  const realFetch = window.fetch.bind(window);
  const realError = console.error;
  let requestCount = 0;
  let update: object = {};
  /** So that the card asks for itself, or not at all. */
  const QUIET = { after: HOUR };
  let clock: ReturnType<typeof fakeClock>;
  let began: number;
  const time = () => SERVER + performance.now() - began;
  const date = () => new Date(time()).toISOString();

  beforeEach(() => {
    clock = fakeClock();
    began = performance.now();
    requestCount = 0;
    update = { status: 'NEW' };
    window.fetch = (input, init) => {
      if (!(input as string).includes('/time/')) return realFetch(input, init);
      requestCount++;
      return Promise.resolve(new Response(JSON.stringify({ ...QUIET, ...update }), { headers: { date: date() } }));
    };
  });
  afterEach(() => {
    clock.close();
    window.fetch = realFetch;
    console.error = realError;
  });

  const timer = (tag: Element) => part(tag, 'timer') && text(part(tag, 'timer'));
  const announcement = (tag: Element) => text(tag.shadowRoot!.querySelector('[role=status]'));
  let at = 0;
  const open = async (left: number, fields: object = {}) => {
    const payment = crypto({ expiresAt: new Date(SERVER + left).toISOString(), ...fields });
    const before = requestCount;
    const tag = await show('pay-crypto', payment, { lang: 'en-GB', qr: 'none', 'status-url': `/time/${at++}` });
    await until(() => requestCount > before);
    await settled(tag);
    return tag;
  };

  it('uses the clock of the server, whatever the clock of the payer shows', async () => {
    const tag = await open(14 * MINUTE);
    expect(timer(tag)).to.equal('Time left: 14 minutes');
    await clock.turn(2 * MINUTE + 1_000, tag);
    expect(timer(tag)).to.equal('Time left: 12 minutes');
  });

  it('is not shown before an answer has shown that clock, but the hour is', async () => {
    const tag = await show('pay-crypto', crypto({ expiresAt: new Date(Date.now() + 9 * MINUTE).toISOString() }));
    expect(timer(tag)).to.equal(null);
    expect(announcement(tag)).to.contain('Send by');
  });

  it('counts minutes, then seconds, and is announced at 5 min, 1 min and 30 s only', async () => {
    const tag = await open(6 * MINUTE);
    const live = tag.shadowRoot!.querySelector('[role=status]')!;
    expect(live.contains(part(tag, 'timer')), 'what ticks is not where it is spoken').to.equal(false);
    const received: [string, string | null][] = [];
    const listener = new MutationObserver(() => {
      const output = text(live.querySelector('.vh:last-child'));
      if (output && output !== received.at(-1)?.[0]) received.push([output, timer(tag)]);
    });
    listener.observe(live, { subtree: true, childList: true, characterData: true });
    const seen = new Set<string>();
    for (let second = 0; second < 356; second++) {
      await clock.turn(1_000, tag);
      seen.add(timer(tag) ?? '');
    }
    listener.disconnect();
    expect(received.map(([output]) => output)).to.deep.equal([
      'Time left: 5 minutes',
      'Time left: 60 seconds',
      'Time left: 30 seconds',
    ]);
    for (const [output, shown] of received) expect(shown).to.equal(output);
    expect([...seen].slice(0, 6)).to.deep.equal(
      ['6 minutes', '5 minutes', '4 minutes', '3 minutes', '2 minutes', '90 seconds'].map(
        (left) => `Time left: ${left}`,
      ),
    );
    for (let left = 90; left > 9; left--) expect([...seen]).to.include(`Time left: ${left} seconds`);
  }).timeout(30_000);

  it('polls at once when the time is over, shows nothing to pay until the shop has answered, and leaves the phase to it', async () => {
    const tag = await open(20_000);
    await clock.turn(19_000, tag);
    const before = requestCount;
    await clock.turn(990, tag);
    expect(requestCount).to.equal(before);
    await clock.turn(20, tag);
    expect(requestCount).to.equal(before + 1);
    expect([tag.phase, timer(tag)]).to.deep.equal(['awaiting', null]);
    for (const name of ['address', 'coin-amount', 'wallet-link', 'qr-tile', 'menu-button', 'sent-button'])
      expect(part(tag, name), name).to.equal(null);
    expect(text(tag.shadowRoot!.querySelector('[role=alert]'))).to.equal(
      'Checking The time to pay has just ended. Don’t send anything now.',
    );
    expect(text(part(tag, 'header'))).to.contain('$48.20');
    update = { status: 'NEW', expiresAt: new Date(time() + HOUR).toISOString() };
    tag.refresh();
    await until(() => part(tag, 'address'));
    update = { status: 'EXPIRED' };
    tag.refresh();
    await until(() => tag.phase === 'expired');
  });

  it('ends also when the tag is rendered in the last half second', async () => {
    const tag = await open(20_000);
    await clock.turn(19_700, tag);
    const before = requestCount;
    tag.requestUpdate();
    await settled(tag);
    await clock.turn(320, tag);
    expect(requestCount).to.equal(before + 1);
    expect(part(tag, 'address')).to.equal(null);
  });

  it('ends by the payer’s clock where there is no address to poll', async () => {
    const expiresAt = new Date(Date.now() + 20_000).toISOString();
    const tag = await show('pay-crypto', crypto({ expiresAt }), { qr: 'none' });
    expect(part(tag, 'address')).not.to.equal(null);
    const { now } = Date;
    Date.now = () => now() + 21_000;
    await clock.turn(21_000, tag);
    Date.now = now;
    expect(part(tag, 'address')).to.equal(null);
  });

  it('is judged by the payer’s clock until the first answer, and by the server’s from then on', async () => {
    let give: (() => void) | undefined;
    window.fetch = (input, init) => {
      if (!(input as string).includes('/time/')) return realFetch(input, init);
      return new Promise((done) => {
        give = () => done(new Response(JSON.stringify({ ...QUIET, ...update }), { headers: { date: date() } }));
      });
    };
    began = performance.now() + SERVER - Date.now() + 10 * MINUTE;
    const expiresAt = new Date(Date.now() - MINUTE).toISOString();
    const tag = await show('pay-crypto', crypto({ expiresAt }), { 'status-url': `/time/${at++}` });
    expect(part(tag, 'address'), 'nothing to pay yet').to.equal(null);
    (await until(() => give))();
    await until(() => part(tag, 'address'));
    expect(timer(tag)).to.equal('Time left: 9 minutes');
  });

  it('starts in the last hour, and continues from a later end that the shop sends', async () => {
    const tag = await open(30 * 24 * HOUR);
    expect(timer(tag)).to.equal(null);
    update = { status: 'NEW', expiresAt: new Date(SERVER + HOUR + MINUTE).toISOString() };
    tag.refresh();
    await settled(tag);
    await clock.turn(2 * MINUTE + 1_000, tag);
    expect(timer(tag)).to.equal('Time left: 59 minutes');
    expect(announcement(tag), 'said once, not twice').not.to.contain('Send by');
  });

  it('is in the tone of a warning for the last five minutes', async () => {
    const tag = await open(6 * MINUTE);
    const look = () => {
      const { color, fontWeight } = getComputedStyle(part(tag, 'timer')!);
      return [color, fontWeight];
    };
    expect(look()).to.deep.equal(['rgb(20, 24, 31)', '400']);
    await clock.turn(MINUTE + 1_000, tag);
    expect(timer(tag)).to.equal('Time left: 5 minutes');
    expect(look()).to.deep.equal(['rgb(138, 90, 0)', '600']);
  });

  it('has no timer while the page is hidden, nor after it was removed', async () => {
    const tag = await open(10 * MINUTE);
    const only = () => [...clock.timers.values()].filter(({ run }) => String(run).includes('#tick')).length;
    expect(only()).to.equal(1);
    let hidden = 'hidden';
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
    await settled(tag);
    expect(only()).to.equal(0);
    await clock.turn(3 * MINUTE, tag);
    hidden = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    await settled(tag);
    expect([only(), timer(tag)]).to.deep.equal([1, 'Time left: 7 minutes']);
    delete (document as { visibilityState?: unknown }).visibilityState;
    const place = tag.parentElement!;
    tag.remove();
    tag.requestUpdate();
    await settled(tag);
    expect(only()).to.equal(0);
    place.append(tag);
    await settled(tag);
    expect(only()).to.equal(1);
  });

  it('uses the texts and digits of the language', () => {
    expect(durationText(600, 'de')).to.equal('10 Minuten');
    expect(durationText(45, 'en')).to.equal('45 seconds');
    expect(durationText(91, 'en')).to.equal('2 minutes');
    expect([301, 300, 91, 90, 1].map(nextDuration)).to.deep.equal([300, 240, 90, 89, 0]);
  });

  it('has nothing to do with nothing arriving: after seven minutes the payer learns what may be wrong, and whom to ask', async () => {
    update = { status: 'NEW', after: 4 * MINUTE };
    const tag = await open(0, { expiresAt: undefined, minimumTransactionCoin: '0.0001' });
    expect(announcement(tag)).not.to.contain('Nothing has arrived yet');
    await clock.turn(6 * MINUTE, tag);
    expect(announcement(tag)).not.to.contain('Nothing has arrived yet');
    await clock.turn(3 * MINUTE, tag);
    expect(announcement(tag)).to.contain(
      'Nothing has arrived yet. If you sent it, check amount and network in your wallet, or contact the shop. Payments below 0.0001 BTC can’t be confirmed.',
    );
    tag.contact = 'tel:1';
    await tag.updateComplete;
    expect(part(tag, 'status')!.querySelector<HTMLAnchorElement>('[part=contact-link]')!.href).to.equal('tel:1');
  });
});
