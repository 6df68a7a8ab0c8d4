/** What every framework is asked to do with every tag; each page beside this one does it in its own way. */
import type { PayElement } from 'pay-elements';
import { crypto, localcode, wallet } from '../../support/payments.ts';

export interface Given {
  readonly payment: object | string;
  readonly statusUrl: string;
  readonly qr: string | undefined;
  readonly layout: 'row' | 'stack';
  readonly lang: string;
  readonly header: string;
  /** Whether the page fills the slot `footer` too. */
  readonly footer: boolean;
  readonly onStatus: (event: { phase: string }) => void;
}

export type Mount = (place: HTMLElement, tag: string, given: Given) => { update(next: Given): void; unmount(): void };

const until = async (look: () => unknown) => {
  const end = performance.now() + 10_000; // ms
  while (!look()) {
    if (performance.now() > end) throw new Error(`waited in vain for ${String(look)}`);
    await new Promise((done) => requestAnimationFrame(done));
  }
};

const PAYMENTS = { 'pay-crypto': crypto, 'pay-wallet': wallet, 'pay-localcode': localcode } as const;

/** Questions that are never answered; how many are open. */
function silentShop() {
  const shop = { open: 0, asked: [] as string[] };
  window.fetch = (url, init) =>
    new Promise((_give, refuse) => {
      shop.open++;
      shop.asked.push(new URL(String(url), location.href).pathname);
      init?.signal?.addEventListener('abort', () => {
        shop.open--;
        refuse(new DOMException('called off', 'AbortError'));
      });
    });
  return shop;
}

async function playOne(mount: Mount, name: keyof typeof PAYMENTS) {
  const make = PAYMENTS[name];
  const shop = silentShop();
  const first: string[] = [];
  const second: string[] = [];
  const given: Given = {
    payment: make(),
    statusUrl: '/status/1',
    qr: name === 'pay-wallet' ? undefined : 'none',
    layout: 'row',
    lang: 'de',
    header: 'Shop',
    footer: false,
    onStatus: ({ phase }) => void first.push(phase),
  };
  const place = document.body.appendChild(document.createElement('div'));
  const page = mount(place, name, given);
  await until(() => place.querySelector(name)?.shadowRoot?.querySelector('[role=status]'));
  const tag = place.querySelector<PayElement & HTMLElement>(name)!;
  const filled = (slot: string) =>
    tag
      .shadowRoot!.querySelector<HTMLSlotElement>(`slot[name=${slot}]`)
      ?.assignedElements()
      .map(({ textContent }) => textContent?.trim())
      .join() ?? 'no slot';
  const look = () => ({
    payment: typeof tag.payment,
    statusUrl: tag.statusUrl,
    qr: tag.qr ?? '',
    layout: tag.layout,
    lang: tag.lang,
    header: filled('header'),
    footer: filled('footer'),
    phase: tag.getAttribute('phase'),
  });
  await until(() => first.length && shop.open === 1);
  const mounted = look();

  const next: Given = {
    ...given,
    payment: JSON.stringify(make({ status: 'CONFIRMING' })),
    statusUrl: '/status/2',
    layout: 'stack',
    lang: 'en',
    header: 'Another shop',
    footer: true,
    onStatus: ({ phase }) => void second.push(phase),
  };
  page.update(next);
  await until(() => second.length && shop.asked.includes('/status/2') && filled('footer'));
  const updated = look();
  const sameTag = place.querySelector(name) === tag;

  page.update({ ...next, payment: make({ status: 'PENDING' }), qr: undefined, footer: false });
  await until(() => !filled('footer'));
  const unset = { qr: tag.qr ?? '', footer: filled('footer') };

  page.unmount();
  await until(() => !place.querySelector(name) && shop.open === 0);
  const { length } = shop.asked;
  await new Promise((done) => setTimeout(done, 200)); // ms; the first question comes back sooner
  const left = { nodes: place.childElementCount, open: shop.open, asked: shop.asked.length - length };
  place.remove();
  return { mounted, updated, sameTag, unset, heard: [first, second.slice(0, 1)], left };
}

export async function play(mount: Mount) {
  const seen: Record<string, unknown> = {};
  for (const name of Object.keys(PAYMENTS) as (keyof typeof PAYMENTS)[]) seen[name] = await playOne(mount, name);
  return seen;
}
