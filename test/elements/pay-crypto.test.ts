import { expect } from '@open-wc/testing';
import jsQR from 'jsqr';
import { paymentUri, qrText } from '../../src/core/coins/payment-uri.ts';
import { coins } from '../../src/core/coins/coin.ts';
import { encoder } from '../../src/elements/controllers/encode-qr.ts';
import type { PayElement } from '../../src/elements/base/pay-element.ts';
import { qrModules } from '../support/qr-modules.ts';
import { BTC, crypto, EVM, part, PNG, show, shown, text, until } from './support.ts';

const LTC = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
const ADDRESSES = {
  BTC,
  LTC,
  ETH: EVM,
  BCH: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
  DOGE: 'D7wbmbjBWG5HPkT6d4gh6SdQPp6z25vcF2',
  BNB: EVM,
  TRX: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  'ERC20/USDT': EVM,
  'SOL/SOL': '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
};

/** Photographs the QR code as a camera would, with what is laid across it, and reads it with somebody else's reader. */
async function scan(tag: PayElement): Promise<string | undefined> {
  const svg = await until(() => part<SVGElement>(tag, 'qr'));
  const copy = svg.cloneNode(true) as SVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', '400');
  copy.setAttribute('height', '400');
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(400, 400).getContext('2d')!;
  canvas.drawImage(image, 0, 0);
  const mark = tag.shadowRoot!.querySelector<HTMLElement>('.stamp');
  if (mark) {
    const scale = 400 / svg.getBoundingClientRect().width;
    const { rotate, backgroundColor } = getComputedStyle(mark);
    canvas.translate(200, 200);
    canvas.rotate((parseFloat(rotate) * Math.PI) / 180);
    canvas.fillStyle = backgroundColor;
    const [width, height] = [mark.offsetWidth * scale, mark.offsetHeight * scale];
    canvas.fillRect(-width / 2, -height / 2, width, height);
    canvas.resetTransform();
  }
  return jsQR(canvas.getImageData(0, 0, 400, 400).data, 400, 400)?.data;
}

const choose = async (tag: PayElement, at: number) => {
  part(tag, 'qr-switch')!.querySelectorAll('button')[at]!.click();
  await tag.updateComplete;
};

describe('pay-crypto', () => {
  it('shows price, exact amount, network and address, is named after its coin, and follows the status', async () => {
    const tag = await show('pay-crypto', crypto(), { lang: 'en-US' });
    expect(text(part(tag, 'amount'))).to.equal('$48.20');
    expect(text(part(tag, 'coin-amount'))).to.contain('0.00071342 BTC');
    expect(part(tag, 'address')!.textContent).to.equal(BTC);
    expect(text(part(tag, 'network'))).to.contain('Only BTC on Bitcoin');
    expect(part(tag, 'card')!.ariaLabel).to.equal('Bitcoin');
    expect(text(tag.shadowRoot!.querySelector('[role=status]'))).to.contain('Waiting for your payment');
    expect(text(tag.shadowRoot!.querySelector('h2')), 'a heading').to.contain('Bitcoin');
    await expect(tag).to.be.accessible();
  });

  it('has amount, address and the button in this order, before the network, and the code before them', async () => {
    const tag = await show('pay-crypto', crypto());
    const names = ['qr-tile', 'coin-amount', 'coin-address', 'wallet-link', 'network', 'status', 'sent-button'];
    const nodes = await until(() => {
      const found = names.map((name) => part(tag, name)!);
      return found.every(Boolean) ? found : undefined;
    });
    const isAfter = (a: Node, b: Node) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING;
    for (const [at, node] of nodes.slice(1).entries()) expect(isAfter(nodes[at]!, node), names[at]).to.be.ok;
    const tops = nodes.slice(1).map((node) => node.getBoundingClientRect().top);
    expect(tops, 'as they are seen').to.deep.equal([...tops].sort((a, b) => a - b));
  });

  it('breaks no amount, also a long one in a narrow column beside the code', async () => {
    for (const [layout, width] of [
      ['row', 420],
      ['stack', 280],
    ] as const)
      for (const cryptoAmountExpected of ['0.00071342', '12.345678901234567891']) {
        const tag = await show('pay-crypto', crypto({ cryptoAmountExpected, amount: '1234567890.25' }), { layout });
        tag.style.inlineSize = `${width}px`;
        for (const node of [tag.shadowRoot!.querySelector('.num')!, part(tag, 'amount')!]) {
          const range = document.createRange();
          range.selectNodeContents(node);
          const lines = new Set([...range.getClientRects()].filter(({ width }) => width).map(({ top }) => top));
          expect(lines.size, text(node)).to.equal(1);
          expect(range.getBoundingClientRect().right).to.be.at.most(tag.getBoundingClientRect().right - 20);
        }
      }
  });

  it('isolates amounts in sentences of a language that is written from right to left', async () => {
    const tag = await show('pay-crypto', crypto({ status: 'UNDERPAID', cryptoAmountReceived: '0.0007' }), {
      lang: 'ar',
    });
    await until(() => part(tag, 'missing')?.textContent.includes('\u20680.00071342 BTC\u2069'));
  });

  it('has the hosted page in its menu, but not on that page', async () => {
    const linkOf = async (fields: object) => {
      const tag = await show('pay-crypto', crypto(fields));
      expect(part(tag, 'page-link'), 'not on the card').to.equal(null);
      part(tag, 'menu-button')!.click();
      return [await until(() => part<HTMLAnchorElement>(tag, 'page-link')), tag] as const;
    };
    const [link] = await linkOf({});
    expect(link.href).to.equal('https://pay.example/7f3k92qx');
    expect([link.rel, link.referrerPolicy, link.target]).to.deep.equal(['noopener', 'no-referrer', '_blank']);
    expect(link.checkVisibility()).to.equal(true);
    const [own, tag] = await linkOf({ hostedUrl: location.href.split('#')[0] });
    expect(own.checkVisibility()).to.equal(false);
    expect([!!part(tag, 'address'), tag.matches(':state(awaiting)')]).to.deep.equal([true, true]);
  });

  it('shows an amount in plain digits, also one that JSON contains with an exponent', async () => {
    const tag = await show('pay-crypto', JSON.stringify(crypto({ cryptoAmountExpected: 1e-8 })));
    expect(text(tag.shadowRoot!.querySelector('.num'))).to.equal('0.00000001');
    expect(part<HTMLAnchorElement>(tag, 'wallet-link')!.href).to.equal(`bitcoin:${BTC}?amount=0.00000001`);
  });

  for (const { symbol, token } of coins)
    it(`draws the code of ${symbol} so that a camera reads exactly what the coin's wallets can`, async () => {
      const address = ADDRESSES[symbol];
      const tag = await show(
        'pay-crypto',
        crypto({ cryptoCoin: symbol.toLowerCase(), address, cryptoAmountExpected: 1.25 }),
      );
      expect(await scan(tag)).to.equal(qrText({ coin: symbol, address, amount: '1.25' }));
      if (token) {
        expect(part(tag, 'qr-switch'), 'no URI for a token, not even on demand').to.equal(null);
        return;
      }
      await choose(tag, 1);
      expect(await scan(tag)).to.equal(address);
      await choose(tag, 0);
      expect(await scan(tag)).to.equal(paymentUri({ coin: symbol, address, amount: '1.25' }));
    });

  it('shows under the QR code of a token, and only there, that it contains no amount', async () => {
    const token = await show('pay-crypto', crypto({ cryptoCoin: 'ERC20/USDT', address: EVM }));
    const below = (tag: Element) => text(tag.shadowRoot!.querySelector('.tile + p'));
    expect(below(token)).to.equal('Address only. Enter the amount yourself.');
    expect(below(await show('pay-crypto', crypto()))).to.equal('');
  });

  it('links into a wallet only where wallets agree on one form: not for BNB, TRX and USDT', async () => {
    for (const { symbol } of coins) {
      const tag = await show('pay-crypto', crypto({ cryptoCoin: symbol, address: ADDRESSES[symbol] }));
      const link = part<HTMLAnchorElement>(tag, 'wallet-link');
      expect(!!link, symbol).to.equal(!['BNB', 'TRX', 'ERC20/USDT'].includes(symbol));
    }
  });

  it('names the only network for the coin, with the name that wallets use', async () => {
    const words = {
      'ERC20/USDT': [
        'Only USDT on Ethereum (ERC-20)',
        'USDT on Ethereum (ERC-20) only, not on TRON (TRC-20), BNB Smart Chain (BEP-20) or Solana.',
      ],
      BNB: [
        'Only BNB on BNB Smart Chain (BEP-20)',
        'Send only BNB, only on BNB Smart Chain (BEP-20, chain ID 56), not on Ethereum. No memo or tag needed.',
      ],
      TRX: ['Only TRX on TRON', 'No memo or tag needed.'],
      'SOL/SOL': ['Only SOL on Solana', 'Send only native SOL, only on Solana. No memo or tag needed.'],
    };
    for (const [cryptoCoin, lines] of Object.entries(words)) {
      const network = part(await show('pay-crypto', crypto({ cryptoCoin })), 'network')!;
      expect([...network.children].map(text)).to.deep.equal(lines);
    }
  });

  it('breaks no line inside the name of a standard, in any direction and width', async () => {
    for (const lang of ['en', 'ar', 'de'])
      for (const width of [232, 320, 360]) {
        const tag = await show('pay-crypto', crypto({ cryptoCoin: 'erc20/usdt', address: EVM }), { lang });
        tag.style.inlineSize = `${width}px`;
        part(tag, 'network')!.querySelector('summary')!.click();
        const names = [...part(tag, 'network')!.querySelectorAll('.whole')];
        expect(names.map(text)).to.include.members(['(ERC-20)', '(TRC-20)', '(BEP-20)']);
        for (const name of names) expect(name.getClientRects(), `${lang} ${width}`).to.have.lengthOf(1);
      }
  });

  it('shows the smallest amount that confirms, where the shop sends it (contract 4.2)', async () => {
    const tag = await show('pay-crypto', crypto({ minimumTransactionCoin: 0.0001 }));
    expect(text(part(tag, 'network'))).to.contain('Payments below 0.0001 BTC can’t be confirmed.');
  });

  it('shows no amount below that smallest amount, and explains why', async () => {
    const tag = await show('pay-crypto', crypto({ minimumTransactionCoin: '0.001' }));
    expect(shown(tag)).to.contain('0.00071342 BTC is less than the smallest payment that can be confirmed, 0.001 BTC');
    for (const name of ['address', 'coin-amount', 'qr-tile', 'wallet-link', 'page-link'])
      expect(part(tag, name), name).to.equal(null);
    expect(tag.phase, 'what the shop says stays').to.equal('awaiting');
    expect(text(tag.shadowRoot!.querySelector('[role=status]'))).to.contain('This amount is too small');
    const just = await show('pay-crypto', crypto({ minimumTransactionCoin: '0.00071342' }));
    expect(part(just, 'address')).not.to.equal(null);
  });

  it("shows the time limit in the payer's time zone, only where the shop sets one", async () => {
    const status = (tag: Element) => text(tag.shadowRoot!.querySelector('[role=status]'));
    const soon = new Date();
    soon.setHours(23, 59, 59);
    const today = await show('pay-crypto', crypto({ expiresAt: soon.toISOString() }), { lang: 'en-GB' });
    expect(status(today)).to.contain('Send by 23:59.');
    const far = await show('pay-crypto', crypto({ expiresAt: new Date(2031, 4, 9, 8, 5).toISOString() }), {
      lang: 'en-GB',
    });
    expect(status(far)).to.contain('Send by 9 May 2031, 08:05.');
    expect(status(await show('pay-crypto', crypto()))).not.to.contain('before');
    expect(status(await show('pay-crypto', crypto({ status: 'PAID', expiresAt: soon })))).not.to.contain('before');
  });

  it('paints the code the backend drew, without loading the encoder', async () => {
    const payload = qrText({ coin: 'BTC', address: BTC, amount: '0.00071342' })!;
    const tag = await show('pay-crypto', crypto({ qr: qrModules(payload) }));
    expect(part(tag, 'qr'), 'there with the first view').not.to.equal(null);
    expect(await scan(tag)).to.equal(payload);
  });

  it('draws a code again that could not be drawn, when the payer changes it', async () => {
    const load = encoder.load.bind(encoder);
    const fails = () => Promise.reject(new TypeError('no signal'));
    Object.assign(encoder, { load: fails });
    try {
      const tag = await show('pay-crypto', crypto());
      const tile = () => text(part(tag, 'qr-tile'));
      await until(() => tile().includes('couldn’t be drawn'));
      Object.assign(encoder, { load });
      const [withAmount, addressOnly] = part(tag, 'qr-switch')!.querySelectorAll('button');
      addressOnly!.click();
      await until(() => part(tag, 'qr'));
      withAmount!.click();
      await until(() => part(tag, 'qr'));
      expect(await scan(tag)).to.contain('amount=');
    } finally {
      Object.assign(encoder, { load });
    }
  });

  it('leaves four light modules around the code, dark on white in every theme', async () => {
    const tag = await show('pay-crypto', crypto());
    const svg = await until(() => part<SVGElement>(tag, 'qr'));
    const [ground, modules] = svg.querySelectorAll('path');
    expect(ground!.getAttribute('fill')).to.equal('#fff');
    expect(modules!.getAttribute('d')!.startsWith('M4 4h7v1h-7z')).to.equal(true);
    expect(svg.querySelectorAll('*')).to.have.lengthOf(2);
  });

  it('obeys qr: address, image and none', async () => {
    expect(await scan(await show('pay-crypto', crypto(), { qr: 'address' }))).to.equal(BTC);
    const image = await show('pay-crypto', crypto(), { qr: 'image' });
    expect(image.shadowRoot!.querySelector('img')!.src).to.equal(PNG);
    const none = await show('pay-crypto', crypto(), { qr: 'none' });
    expect(none.shadowRoot!.querySelector('.tile')).to.equal(null);
  });

  it('shows an unknown coin with the image of the service, warns about the network and links no wallet', async () => {
    const codes: string[] = [];
    const listen = ({ code }: { code: string }) => codes.push(code);
    document.addEventListener('pay-problem', listen as never);
    const tag = await show('pay-crypto', crypto({ cryptoCoin: 'card', address: '4'.repeat(95) }));
    document.removeEventListener('pay-problem', listen as never);
    expect(codes).to.deep.equal(['unknown-coin']);
    expect(tag.shadowRoot!.querySelector('img')!.src).to.equal(PNG);
    expect(part(tag, 'address')!.textContent).to.equal('4'.repeat(95));
    expect(text(part(tag, 'network'))).to.contain('Unknown coin. Ask the shop');
    expect(part(tag, 'wallet-link')).to.equal(null);
  });

  for (const { symbol } of coins)
    it(`marks a sandbox payment of ${symbol} across a code that no wallet reads, and opens none with it`, async () => {
      const known = { cryptoCoin: symbol, address: ADDRESSES[symbol], test: true };
      for (const fields of [{}, { status: 'UNDERPAID', cryptoAmountReceived: '0.0001' }]) {
        const tag = await show('pay-crypto', crypto({ ...known, ...fields }));
        for (const mode of ['', 'address', 'image']) {
          tag.qr = mode;
          await tag.updateComplete;
          expect(text(tag.shadowRoot!.querySelector('.tile .stamp'))).to.equal('Test');
          expect(part(tag, 'wallet-link'), mode).to.equal(null);
          if (mode !== 'image') expect(await scan(tag), mode).to.equal(undefined);
        }
        expect(shown(tag)).to.contain('Don’t send real money');
        for (const link of tag.shadowRoot!.querySelectorAll('a')) expect(link.protocol).to.equal('https:');
      }
    });

  it('shows network, fee and smallest amount once each, the network in one bold line and the rest collapsed, the fee in the help', async () => {
    const tag = await show('pay-crypto', crypto({ minimumTransactionCoin: '0.0001' }));
    const network = part(tag, 'network')!;
    const [line, rest] = [network.querySelector('summary')!, network.querySelector('p')!];
    expect(text(line)).to.equal('Only BTC on Bitcoin');
    expect(getComputedStyle(line).fontWeight).to.equal('600');
    expect([(network as HTMLDetailsElement).open, rest.checkVisibility()]).to.deep.equal([false, false]);
    line.click();
    expect(rest.checkVisibility(), 'unfolded').to.equal(true);
    for (const line of ['Only BTC on Bitcoin', 'must receive exactly this amount', 'Payments below'])
      expect(shown(tag).split(line).length - 1, line).to.equal(1);
  });

  it('shows exactly the missing amount of an underpaid payment, in text, code, link and clipboard', async () => {
    const tag = await show('pay-crypto', crypto({ status: 'UNDERPAID', cryptoAmountReceived: 0.0007 }));
    const rest = `bitcoin:${BTC}?amount=0.00001342`;
    expect(text(part(tag, 'missing'))).to.contain('0.0007 BTC of 0.00071342 BTC has arrived');
    expect(text(tag.shadowRoot!.querySelector('.num'))).to.equal('0.00001342');
    expect(part<HTMLAnchorElement>(tag, 'wallet-link')!.href).to.equal(rest);
    expect(await scan(tag)).to.equal(rest);
  });

  it('shows no missing amount that is too small to confirm, nor an unknown one (contract 3)', async () => {
    const small = crypto({ status: 'UNDERPAID', cryptoAmountReceived: 0.0007, minimumTransactionCoin: 0.0001 });
    for (const payment of [small, crypto({ status: 'UNDERPAID' })]) {
      const tag = await show('pay-crypto', payment);
      expect(part(tag, 'address')).to.equal(null);
      expect(shown(tag)).to.match(/contact the shop/i);
    }
  });

  it('selects the plain address: its groups are separated only by styles', async () => {
    for (const address of [BTC, EVM, ADDRESSES.BCH]) {
      const tag = await show('pay-crypto', crypto({ cryptoCoin: address === EVM ? 'eth' : 'btc', address }));
      const node = part(tag, 'address')!;
      getSelection()!.selectAllChildren(node);
      expect(getSelection()!.toString()).to.equal(address);
      expect([node.dir, node.getAttribute('translate')]).to.deep.equal(['ltr', 'no']);
    }
    const tag = await show('pay-crypto', crypto({ cryptoCoin: 'eth', address: EVM }));
    const cells = [...part(tag, 'address')!.querySelectorAll('span')].map((cell) => cell.textContent);
    expect(cells.slice(0, 3)).to.deep.equal(['0x', '5aAe', 'b605']);
  });

  it('shows the price of one coin where the shop sets it, and calculates nothing from it', async () => {
    const tag = await show('pay-crypto', crypto({ rate: '67000' }), { lang: 'en-US' });
    expect(text(part(tag, 'rate'))).to.equal('1 BTC = \u2068$67,000.00\u2069');
    expect(text(tag.shadowRoot!.querySelector('.num'))).to.equal('0.00071342');
    expect(part(await show('pay-crypto', crypto()), 'rate')).to.equal(null);
    expect(part(await show('pay-crypto', crypto({ rate: 'much' })), 'rate')).to.equal(null);
  });
});
