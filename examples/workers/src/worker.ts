import { DurableObject } from 'cloudflare:workers';
import css from '../public/shop.css';
import { openDatabase } from './shop/database.ts';
import { readForm } from './shop/forms.ts';
import { cataloguePage, checkoutPage, HEADERS, notFoundPage } from './shop/pages.ts';
import { EMPTY, newRef, openShop } from './shop/shop.ts';
import { textsFor } from './shop/texts.ts';
import type { Shop, ShopOptions, Texts } from './shop/types.ts';

/** Until an order looks whether the shop has handled what changed, in milliseconds. */
const SWEEP_MS = 60_000;

/** The addresses of an order: its page, and its payments, their status and their webhooks, which are below `/pay/<order>/`. */
const OF_ORDER = /^\/(?:checkout|pay)\/([0-9a-f]{20})(?=\/|$)/;

/** The addresses whose forms and requests create payments. */
const CREATES = /^\/checkout\/|\/payments$/;

/** The object that answers the test webhooks of `pay-elements doctor`, which belong to no order. */
const DOCTOR = 'doctor';

/** An order and its payments: an object with its own database, on Cloudflare's network. So orders do not wait for each other. */
export class Order extends DurableObject<Env> {
  readonly open: () => Shop;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    const options: ShopOptions = {
      creationLimit: { address: ({ header }) => header('cf-connecting-ip') }, // Cloudflare writes this header
      longPoll: { timeout: 0 }, // a Durable Object is billed while requests wait in it
    };
    const settings = { ...process.env, PAY_URL: `${env.PAY_URL.replace(/\/+$/, '')}/${context.id.name}` };
    let shop: Shop | undefined;
    const open = () => openDatabase(context.storage, (reason) => context.abort(reason));
    this.open = () => (shop ??= openShop(open(), settings, options));
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const isForm = request.method === 'POST';
    const isNew = isForm && pathname === '/orders';
    // An object without tables ends after the response: orders that were made up cost no storage.
    const isKnown = isNew || this.ctx.id.name === DOCTOR || this.hasTables();
    if (!isKnown) return notFound(request, this.env);

    const { checkout, choose, inside, isOwnForm, orderOf, placeOrder } = this.open();
    // A webhook is sent by POST or PUT.
    if (!isNew && !['GET', 'HEAD'].includes(request.method)) await this.sweepLater();
    if (pathname.startsWith('/pay/')) return checkout.fetch(request, this.ctx);

    const header = (name: string) => request.headers.get(name);
    const goTo = (location: string, headers = {}) =>
      new Response(null, { status: 303, headers: { location, ...headers } });
    if (isForm && !isOwnForm(header('origin'), header('host'))) return new Response(null, { status: 403 });
    const { fields, status } = isForm ? await readForm(request) : {};
    if (status) return new Response(null, { status });
    if (isNew) {
      const placed = await placeOrder(fields!, header('cookie'), this.ctx.id.name);
      return placed ? goTo(placed.location, { 'set-cookie': placed.cookie }) : goTo(EMPTY);
    }
    const [, ref] = /^\/checkout\/([\w-]+)$/.exec(pathname) ?? [];
    const order = ref && (await orderOf(ref, header('cookie')));
    if (!order) return notFound(request, this.env);
    if (fields) return goTo(await choose(ref, fields.choice, request));
    const checkoutOf = async (texts: Texts, integrity: string) =>
      checkoutPage(order, await inside(order, texts, search), texts, integrity);
    return showPage(request, this.env, checkoutOf);
  }

  hasTables() {
    return this.ctx.storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'orders'").toArray().length > 0;
  }

  sweepLater() {
    return this.ctx.storage.setAlarm(Date.now() + SWEEP_MS);
  }

  /** Delivers changes again that the shop has not handled, also when this object was restarted since. */
  override async alarm() {
    const { checkout } = this.open();
    await checkout.sweep();
    const { changes } = await checkout.health();
    if (changes.undelivered) await this.sweepLater();
  }
}

/** The address of a visitor, of IPv6 its /64: a customer of a provider has all addresses of one. */
function networkOf(address: string | null): string {
  if (!address?.includes(':')) return address ?? 'unknown';
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = '', right = ''] = written.split('::');
  const zeros = 8 - [...left.split(':'), ...right.split(':')].filter(Boolean).length;
  const groups = [...left.split(':'), ...Array<string>(zeros).fill('0'), ...right.split(':')].filter(Boolean);
  return groups.slice(0, 4).join(':');
}

/** Below `/pay/` it answers what the checkout answers, in JSON. */
function notFound(request: Request, env: Env) {
  if (!new URL(request.url).pathname.startsWith('/pay/')) return showPage(request, env, notFoundPage, 404);
  const headers = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
  return Response.json({ error: { code: 'unknown-order' } }, { status: 404, headers });
}

/** @param pageOf - a function of pages.ts, of the texts and the hash of the script */
async function showPage(
  request: Request,
  { ASSETS }: Env,
  pageOf: (texts: Texts, integrity: string) => string | Promise<string>,
  status = 200,
) {
  const texts = textsFor(request.headers.get('accept-language'));
  const integrity = await (await ASSETS.fetch('http://assets/integrity.txt')).text();
  return new Response(await pageOf(texts, integrity), { status, headers: HEADERS });
}

export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/assets/shop.css') return new Response(css, { headers: { 'content-type': 'text/css' } });
    if (pathname.startsWith('/assets/'))
      return env.ASSETS.fetch(new URL(pathname.slice('/assets'.length), request.url));
    if (pathname === '/') {
      const isEmpty = searchParams.has('empty');
      return showPage(request, env, (texts, integrity) => cataloguePage(texts, integrity, isEmpty));
    }
    if (pathname === '/orders' && request.method === 'POST') {
      const { success } = await env.VISITORS.limit({ key: networkOf(request.headers.get('cf-connecting-ip')) });
      if (!success) return new Response(null, { status: 429 });
      return env.ORDER.getByName(newRef()).fetch(request);
    }
    const [, ref] = OF_ORDER.exec(pathname) ?? [];
    if (ref && request.method === 'POST' && CREATES.test(pathname)) {
      const { success } = await env.PAYMENTS.limit({ key: 'shop' });
      // The form of a page gets the page again, with its message; a component gets the answer that it knows.
      if (!success && pathname.startsWith('/checkout/'))
        return new Response(null, { status: 303, headers: { location: `${pathname}?failed` } });
      if (!success)
        return Response.json({ error: { code: 'busy' } }, { status: 503, headers: { 'retry-after': '60' } });
    }
    if (ref) return env.ORDER.getByName(ref).fetch(request);
    if (pathname.startsWith('/pay/webhook/')) return env.ORDER.getByName(DOCTOR).fetch(request);
    return notFound(request, env);
  },
} satisfies ExportedHandler<Env>;
