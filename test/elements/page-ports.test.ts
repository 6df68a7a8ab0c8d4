import { expect } from '@open-wc/testing';
import { pagePorts } from '../../src/elements/polling/page-ports.ts';

describe('the page that following is handed', () => {
  afterEach(() => {
    delete (navigator as { connection?: object }).connection;
  });

  for (const [connection, thrifty] of [
    [{ saveData: true }, true],
    [{ saveData: false }, false],
    [undefined, false],
  ] as const)
    it(`detects whether the payer saves data: ${JSON.stringify(connection)}`, () => {
      Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });
      expect(pagePorts.savesData()).to.equal(thrifty);
    });

  it('calls back at each lifecycle event of the page until it is ended, and when the page is left', () => {
    const turns: boolean[] = [];
    const end = pagePorts.onPageLifecycle((left) => turns.push(left));
    const all = () => {
      document.dispatchEvent(new Event('visibilitychange'));
      for (const type of ['online', 'pagehide', 'pageshow']) dispatchEvent(new Event(type));
    };
    all();
    end();
    all();
    expect(turns).to.deep.equal([false, false, true, false]);
  });
});
