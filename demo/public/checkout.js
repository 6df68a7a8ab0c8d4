// The checkout page: shows the ways to pay that the order allows, makes the payment on the payer's choice, and
// hands it to its tag. The choice is kept in the address, so that reload and back find the same payment.
const place = document.querySelector('#pay');
const { order, ended } = place.dataset;

/** Each view that is asked for has a number; an answer that comes after the payer went elsewhere changes nothing. */
let turn = 0;

const TAGS = { crypto: 'pay-crypto', wallet: 'pay-wallet', localcode: 'pay-localcode' };
const TITLES = { crypto: 'Cryptocurrency', wallet: 'Online wallet', localcode: 'Mobile code' };
const HINTS = {
  crypto: 'From any wallet or exchange. Nine coins.',
  wallet: 'Transfer from your wallet account, with a note.',
  localcode: 'With a code from your mobile payment app or a voucher.',
};
const TROUBLE = {
  busy: 'Many people are paying right now. Please try again in a moment.',
  'sold-out': 'Somebody was faster: this order is sold out.',
  'unknown-order': 'We do not know this order.',
  'below-minimum': 'This order is too small for that coin. Please choose another one.',
};

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

async function ask(path, body) {
  const answer = await fetch(
    `/pay/${path}`,
    body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  );
  const json = await answer.json().catch(() => ({}));
  if (answer.ok) return json;
  throw Object.assign(new Error(`${answer.status}`), json.error);
}

function showTrouble({ code }, again, ...more) {
  const text = TROUBLE[code] ?? 'The payment could not be started. Nothing was charged.';
  const button = make('button', { type: 'button', className: 'plain', onclick: again }, 'Try again');
  place.replaceChildren(make('p', { className: 'trouble', role: 'alert' }, text), button, ...more);
}

function changeButton() {
  const properties = { type: 'button', className: 'link', onclick: () => void choose() };
  return make('button', properties, 'Choose another way to pay');
}

function keepChoice(choice) {
  const url = new URL(location.href);
  url.search = new URLSearchParams(choice);
  if (url.href !== location.href) history.pushState(null, '', url);
}

function showPayment(method, payment) {
  const tag = document.createElement(TAGS[method]);
  tag.payment = payment;
  tag.append(make('a', { slot: 'paid', href: '/', className: 'primary' }, 'Back to the shop'));
  const change = changeButton();
  // Once money is under way, another payment would be a second one.
  const offer = (phase) => (change.hidden = !['awaiting', 'expired', 'failed', 'cancelled'].includes(phase));
  offer(payment.phase);
  tag.addEventListener('pay-status', (event) => offer(event.phase));
  place.replaceChildren(tag, change);
}

async function pay(method, coin) {
  const mine = ++turn;
  keepChoice(coin ? { method, coin } : { method });
  place.replaceChildren(make('p', { className: 'muted' }, 'Preparing your payment …'));
  place.focus({ preventScroll: true });
  try {
    const payment = await ask('payments', { order, method, ...(coin && { coin }) });
    if (mine === turn) showPayment(method, payment);
  } catch (error) {
    if (mine !== turn) return;
    if (error.code === 'already-paid') return start();
    showTrouble(error, () => void pay(method, coin), changeButton());
  }
}

function coinButton({ symbol, name, network, ticker }) {
  const button = make(
    'button',
    { type: 'button', className: 'coin', onclick: () => void pay('crypto', symbol) },
    make('strong', {}, `${name} `, make('span', { className: 'ticker' }, ticker)),
    make('small', {}, network === name ? `${name} network` : network),
  );
  button.dataset.coin = symbol;
  return button;
}

function methodCard({ method, coins }) {
  const heading = make('h2', {}, TITLES[method]);
  const hint = make('p', { className: 'muted' }, HINTS[method]);
  const choices =
    method === 'crypto'
      ? make('div', { className: 'coins' }, ...coins.map(coinButton))
      : make(
          'button',
          { type: 'button', className: 'plain', onclick: () => void pay(method) },
          `Pay by ${TITLES[method].toLowerCase()}`,
        );
  const card = make('section', { className: 'method' }, heading, hint, choices);
  card.dataset.method = method;
  return card;
}

/** The ways to pay, or the payment that paid the order already. */
async function start() {
  const mine = ++turn;
  let known;
  try {
    known = await ask(`orders/${order}`);
  } catch (error) {
    return mine === turn && showTrouble(error, () => void start());
  }
  if (mine !== turn) return;
  const { paid } = known;
  if (paid === true) return place.replaceChildren(make('p', { className: 'muted' }, ended || 'This order is paid.'));
  if (paid) return showPayment('tid' in paid ? 'crypto' : 'pid' in paid ? 'wallet' : 'localcode', paid);
  const method = new URL(location.href).searchParams.get('method');
  const coin = new URL(location.href).searchParams.get('coin');
  if (known.methods.some((way) => way.method === method)) return pay(method, coin ?? undefined);
  place.replaceChildren(...known.methods.map(methodCard));
}

function choose() {
  keepChoice({});
  return start();
}

addEventListener('popstate', () => void start());
void start();
