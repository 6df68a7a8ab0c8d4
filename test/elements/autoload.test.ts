import { expect } from '@open-wc/testing';
import { crypto, wallet } from '../support/payments.ts';
import { autoload } from '../../src/elements/autoload.ts';

const isRegistered = (tag: string) => customElements.get(tag) !== undefined;

/** A tag that was found is registered when its module is there. */
const registered = (tag: string) => customElements.whenDefined(tag);

async function frames(count: number) {
  for (let at = 0; at < count; at++) await new Promise((done) => requestAnimationFrame(done));
}

// Registering cannot be undone, so each test has a tag of its own.
describe('pay-elements/autoload', () => {
  it('loads nothing while no tag is on the page', async () => {
    await frames(3);
    expect(['pay-crypto', 'pay-wallet', 'pay-localcode', 'pay-checkout'].filter(isRegistered)).to.deep.equal([]);
  });

  it('loads the module of a tag that is added later, also inside other elements, and no other module', async () => {
    const section = document.createElement('section');
    const tag = document.createElement('pay-crypto');
    section.append(tag);
    tag.setAttribute('payment', JSON.stringify(crypto()));
    document.body.append(section);
    await registered('pay-crypto');
    while (!tag.shadowRoot?.querySelector('[part~=address]')) await frames(1);
    expect(['pay-wallet', 'pay-localcode', 'pay-checkout'].filter(isRegistered)).to.deep.equal([]);
    section.remove();
  });

  it('names what it needs', () => {
    for (const wrong of [undefined, 'pay-crypto', null])
      expect(() => autoload(wrong as never)).to.throw(
        TypeError,
        'autoload: a document, element or shadow root is needed',
      );
  });

  it('finds tags in a shadow root that is passed to it, and in no other one, until it is stopped', async () => {
    const host = document.createElement('div');
    document.body.append(host);
    const root = host.attachShadow({ mode: 'open' });
    const tag = document.createElement('pay-wallet');
    root.append(tag);
    await frames(3);
    expect(isRegistered('pay-wallet')).to.equal(false);

    const stop = autoload(root);
    await registered('pay-wallet');
    tag.payment = wallet();
    while (!tag.shadowRoot?.querySelector('[part~=note]')) await frames(1);

    stop();
    root.append(document.createElement('pay-localcode'));
    await frames(3);
    expect(isRegistered('pay-localcode')).to.equal(false);
    host.remove();
  });
});
