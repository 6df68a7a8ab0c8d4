import { expect } from '@open-wc/testing';
import type { PaymentElement } from '../../src/elements/base/payment-element.ts';
import {
  clipboard,
  consoleErrors,
  crypto,
  json,
  localcode,
  opened,
  part,
  PNG,
  shop,
  until,
  wallet,
  type Tag,
} from './support.ts';

/** Where a request of hostile text would go. */
const MARKER = 'hostile.invalid';
const MB = 1_000_000;
const trap = 'window.__trapped=1';

/** Every kind of harm, as text that JSON carries. */
const STRINGS: Record<string, string> = {
  'an image with a script': `<img src="//${MARKER}/x" onerror="${trap}">`,
  'a script': `"'><script>${trap}</script><svg/onload=${trap}>`,
  'a template of Lit': `\${${trap}}<!--?lit$--><template shadowrootmode="open">`,
  'a script address': `javascript:${trap}`,
  'a script address with spaces': `\n\t JaVaScRiPt:${trap}`,
  'a data address': `data:text/html,<script>${trap}</script>`,
  'a file': 'file:///etc/passwd',
  'a picture that is SVG': `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${trap}"/>`,
  'SVG that says it is PNG': `data:image/png;base64,${btoa(`<svg onload="${trap}"/>`)}`,
  'PNG with more behind it': `${PNG}"><script>${trap}</script>`,
  'an override': 'abc\u202egnp.exe',
  'an isolate left open': 'abc\u2066def',
  'the end of an isolate': 'abc\u2069def',
  'a mark of direction': 'abc\u200fdef',
  'a zero': 'abc\u0000def',
  'a control': 'abc\u001b[31mdef',
  'half a letter': 'abc\ud83d',
  'letters without width': 'a\u200bb\u200dc\ufeff',
  'a very long word': 'W'.repeat(200),
  'a prototype': '__proto__',
  'a constructor': 'constructor',
  'a gap of ours': '{status}{__proto__}{constructor}$&$1',
  'an infinite number': '1e400',
  'a negative number': '-1',
  'a number in hex': '0x10',
  'no number': 'NaN',
  nothing: '',
  'only spaces': '   ',
};

/** What is no text at all. */
const OTHERS: Record<string, unknown> = {
  'an infinite number': Infinity,
  'a number below zero': -1,
  'a huge number': 1e300,
  'a list': ['0.1', `<img src=//${MARKER}/l onerror=${trap}>`],
  'an object': { toString: 'x', valueOf: 'y', length: MB, size: 21, bits: '<b>' },
  null: null,
  true: true,
};

/** One of each sort: what comes over the network is read by the same reader, and takes its time. */
const SENT = [
  'an image with a script',
  'a script address',
  'SVG that says it is PNG',
  'an override',
  'a very long word',
  'an infinite number',
  'a list',
  'an object',
];

/** Every field that may reach a browser, and two names that every object has. */
const FIELDS =
  `tid pid bid address qrCodeBase64 currency amount cryptoCoin cryptoAmountExpected note status hostedUrl statusUrl version
  expiresAt minimumTransactionCoin cryptoAmountReceived cryptoAmountDue confirmations confirmationsRequired qr rate orderRef paidAt
  moneyGone transactions test phase after
  __proto__ constructor`.split(/\s+/);

/** All that our templates are made of. */
const VOCABULARY = new Set(
  'a b bdi button circle code dd details div dl dt footer g h2 h3 header i img li ol p path progress slot small span summary svg ul wbr'.split(
    ' ',
  ),
);

const KINDS: [Tag, (fields?: object) => object, string][] = [
  ['pay-crypto', crypto, 'tid'],
  ['pay-wallet', wallet, 'pid'],
  ['pay-localcode', localcode, 'bid'],
];

/** JSON text with a field, also one that an object literal would take for its prototype. */
const jsonWith = (payment: object, field: string, value: unknown) => {
  const fields = Object.entries(payment).filter(([name]) => name !== field);
  return `{${[...fields, [field, value] as const].map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`).join()}}`;
};

/** A tag the width of the smallest phone. */
function put(name: Tag): PaymentElement {
  const tag = document.createElement(name);
  document.querySelector('#stage')!.append(tag);
  return tag;
}

/** What is on the page besides text that fits and asks for nothing. */
function harm(tag: PaymentElement): string[] {
  const found: string[] = [];
  const card = tag.shadowRoot!.querySelector('.card')!;
  for (const node of tag.shadowRoot!.querySelectorAll('*')) {
    if (!VOCABULARY.has(node.localName)) found.push(`<${node.localName}>`);
    for (const { name, value } of node.attributes)
      if (
        /^on|^srcdoc$/.test(name) ||
        // The length of a number, which its size follows.
        (name === 'style' && !/^--_n: \d+;$/.test(value)) ||
        (name === 'src' && !value.startsWith('data:image/png;base64,iVBORw0KGgo')) ||
        (name === 'href' && !/^(https?|bitcoin):/.test(value))
      )
        found.push(`${name}="${value}"`);
  }
  // The note alone may hold them, in a box of its own.
  const text = card.textContent.replace(tag.shadowRoot!.querySelector('code')?.textContent ?? '', '');
  if (/[\u0000-\u0008\u000e-\u001f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text)) found.push('turned text');
  if (card.textContent.length > 10_000) found.push('a megabyte');
  if (card.scrollWidth > card.clientWidth) found.push(`${card.scrollWidth - card.clientWidth} px too wide`);
  return found;
}

/** Resolves after so many updates of a tag: the answers of a shop come with one each. */
const updates = (tag: PaymentElement, times: number) =>
  new Promise<void>((done) => {
    const count = {
      hostUpdated() {
        if (--times) return;
        tag.removeController(count);
        done();
      },
    };
    tag.addController(count);
  });

describe('hostile text', () => {
  let errors: ReturnType<typeof consoleErrors>;
  const trapped = () => (window as { __trapped?: unknown }).__trapped;
  beforeEach(() => {
    errors = consoleErrors();
    const stage = document.createElement('div');
    stage.id = 'stage';
    stage.style.width = '320px';
    document.body.append(stage);
  });
  afterEach(() => {
    document.querySelector('#stage')!.remove();
    errors.close();
    expect(trapped(), 'no script ran').to.equal(undefined);
    expect(
      performance.getEntriesByType('resource').filter(({ name }) => new URL(name).hostname === MARKER),
      'nothing was asked',
    ).to.deep.equal([]);
    expect(Object.keys(Object.prototype), 'no prototype was touched').to.deep.equal([]);
  });

  for (const [name, make, id] of KINDS) {
    /** The payment with a value in a field; with an id of its own, or the details of the last one would be kept. */
    const cases = (field: string) =>
      Object.entries({ ...STRINGS, ...OTHERS }).map(([what, value], at) => {
        const own = make(field === id ? {} : { [id]: `${field}-${at}` });
        return { what, in: `${what} in ${field}`, text: jsonWith(own, field, value) };
      });

    it(`is inert in every field of ${name} as a property and as an attribute`, async function () {
      this.timeout(30_000); // milliseconds, for some thousand renderings
      const tag = put(name);
      tag.setAttribute('qr', 'none');
      await opened(tag);
      for (const field of FIELDS)
        for (const { in: what, text } of cases(field)) {
          tag.payment = JSON.parse(text) as object;
          await tag.updateComplete;
          expect(harm(tag), what).to.deep.equal([]);
          tag.setAttribute('payment', text);
          await tag.updateComplete;
          expect(harm(tag), `${what}, as text`).to.deep.equal([]);
        }
    });

    it(`is inert in every field of what src answers to ${name}, and of later answers`, async function () {
      this.timeout(30_000);
      let answer = '';
      const polls = Object.fromEntries(
        FIELDS.flatMap((field) =>
          cases(field).map((_, at) => [`/${field}/${at}`, () => new Response(answer)] as const),
        ),
      );
      const backend = shop({ ...polls, '/status': () => new Response(answer) });
      try {
        const fromSrc = put(name);
        const given = put(name);
        for (const tag of [fromSrc, given]) tag.setAttribute('qr', 'none');
        given.payment = make();
        await Promise.all([opened(fromSrc), opened(given)]);
        answer = '{"status":"NEW"}';
        given.statusUrl = '/status';
        await updates(given, 2);
        for (const field of FIELDS)
          for (const [at, { what: kind, in: what, text }] of cases(field).entries()) {
            if (!SENT.includes(kind)) continue;
            answer = text;
            fromSrc.src = `/${field}/${at}`;
            await updates(fromSrc, 2);
            expect(harm(fromSrc), `${what}, from src`).to.deep.equal([]);
            // A final word ends the asking, and is no text that could do harm.
            given.refresh();
            await updates(given, 2);
            expect(harm(given), `${what}, in an answer`).to.deep.equal([]);
          }
      } finally {
        backend.close();
      }
    });

    it(`is refused by the megabyte in every field of ${name}`, async () => {
      const tag = put(name);
      tag.setAttribute('qr', 'none');
      await opened(tag);
      for (const field of FIELDS)
        for (const huge of ['x'.repeat(MB), '<b>'.repeat(MB / 3), '9'.repeat(MB)]) {
          tag.payment = make({ [id]: `${field}${huge[0]}`, [field]: huge });
          await tag.updateComplete;
          expect(harm(tag), field).to.deep.equal([]);
        }
    });
  }

  it('names the field to the developer where a payment cannot do without it', async () => {
    for (const [name, make, id] of KINDS)
      for (const field of [id, 'status', 'amount', ...(name === 'pay-crypto' ? ['address', 'cryptoCoin'] : [])]) {
        errors.messages.length = 0;
        const tag = put(name);
        tag.payment = make({ [field]: field === 'amount' ? '0x10' : 'x'.repeat(MB) });
        await opened(tag);
        await until(() => errors.messages.join().includes(`${name}: unreadable-payment (${field})`));
        expect(tag.matches(':state(problem)')).to.equal(true);
      }
  });

  it('is copied byte for byte where a note is made of it', async () => {
    const written: string[] = [];
    const restore = clipboard(async (text) => void written.push(text));
    try {
      for (const note of Object.values(STRINGS).filter(Boolean)) {
        const tag = put('pay-wallet');
        tag.setAttribute('payment', JSON.stringify(wallet({ note })));
        await opened(tag);
        const button = part(tag, 'copy-button');
        expect(!!button, JSON.stringify(note)).to.equal(!/[\0\ud83d]/.test(note));
        if (!button) continue;
        button.click();
        await until(() => written.length);
        expect(written.splice(0)).to.deep.equal([note]);
        const box = getComputedStyle(tag.shadowRoot!.querySelector('.note code')!);
        expect(box.display, 'a box of its own: no control in it turns what stands around').to.equal('block');
        tag.remove();
      }
    } finally {
      restore();
    }
  });

  it('does not show fields of one megabyte', async () => {
    const backend = shop({ '/s': json({ status: 'y'.repeat(MB), expiresAt: 'y'.repeat(MB) }) });
    try {
      const tag = put('pay-crypto');
      tag.payment = crypto();
      tag.statusUrl = '/s';
      await opened(tag);
      await until(() => errors.messages.length);
      expect(errors.messages.join()).to.contain('unreadable-payment (status)');
      expect(tag.phase).to.equal('awaiting');
      expect(part(tag, 'address')).not.to.equal(null);
    } finally {
      backend.close();
    }
  });
});
