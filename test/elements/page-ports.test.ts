import { expect } from '@open-wc/testing';
import { pagePorts } from '../../src/elements/base/page-ports.ts';

describe('the ports of the page', () => {
  afterEach(() => {
    delete (navigator as { connection?: object }).connection;
    sessionStorage.removeItem('page-ports');
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

  it('calls back when the page was restored from the back/forward cache, until it is ended', () => {
    let calls = 0;
    const end = pagePorts.onRestored(() => calls++);
    const show = (persisted: boolean) => dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
    show(false);
    expect(calls).to.equal(0);
    show(true);
    end();
    show(true);
    expect(calls).to.equal(1);
  });

  it('resolves web addresses relative to the page, and refuses others', () => {
    expect(pagePorts.resolve('/s')).to.equal(new URL('/s', document.baseURI).href);
    for (const address of [undefined, 'javascript:alert(1)', 'data:text/plain,x'])
      expect(pagePorts.resolve(address)).to.equal(undefined);
  });

  it('keeps a text in the storage of the tab', () => {
    expect(pagePorts.memory.get('page-ports')).to.equal(undefined);
    pagePorts.memory.set('page-ports', 'a');
    expect(pagePorts.memory.get('page-ports')).to.equal('a');
    expect(sessionStorage.getItem('page-ports')).to.equal('a');
  });

  it('tells the time of the payer in milliseconds since 1970', () => {
    expect(Math.abs(pagePorts.date() - Date.now())).to.be.below(1_000);
  });

  it('calls a function once after a time, unless it is cancelled', async () => {
    let calls = 0;
    pagePorts.wait(() => calls++, 0);
    pagePorts.wait(() => (calls += 10), 0)();
    await new Promise((done) => setTimeout(done, 20));
    expect(calls).to.equal(1);
  });

  it('has locks and channels that connect the tabs of the browser', async () => {
    const received: unknown[] = [];
    const [a, b] = [pagePorts.tabs!.channel('page-ports'), pagePorts.tabs!.channel('page-ports')];
    await new Promise<void>((done) => {
      b.onmessage = ({ data }) => {
        received.push(data);
        done();
      };
      a.postMessage([true]);
    });
    a.close();
    b.close();
    let isHeld = false;
    await pagePorts.tabs!.request('page-ports', { signal: new AbortController().signal }, async () => {
      isHeld = true;
    });
    expect([received, isHeld]).to.deep.equal([[[true]], true]);
  });
});
