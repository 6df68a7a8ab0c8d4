// The checkout page: shows the ways to pay that the order allows, makes the payment on the payer's choice, and
// hands it to its tag. The choice is kept in the address, so that reload and back find the same payment.
const place = document.querySelector('#pay');
const { order } = place.dataset;

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

function showTrouble({ code }, again) {
  const text = TROUBLE[code] ?? 'The payment could not be started. Nothing was charged.';
  const button = make('button', { type: 'button', className: 'plain', onclick: again }, 'Try again');
  place.replaceChildren(make('p', { className: 'trouble' }, text), button);
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
  const change = make(
    'button',
    { type: 'button', className: 'link', onclick: () => void choose() },
    'Choose another way to pay',
  );
  tag.addEventListener('pay-paid', () => change.remove());
  place.replaceChildren(tag, ...(payment.phase === 'paid' || payment.phase === 'overpaid' ? [] : [change]));
}

async function pay(method, coin) {
  keepChoice(coin ? { method, coin } : { method });
  place.replaceChildren(make('p', { className: 'muted' }, 'Preparing your payment …'));
  try {
    showPayment(method, await ask('payments', { order, method, ...(coin && { coin }) }));
  } catch (error) {
    if (error.code === 'already-paid') return start();
    showTrouble(error, () => void pay(method, coin));
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
  let known;
  try {
    known = await ask(`orders/${order}`);
  } catch (error) {
    return showTrouble(error, () => void start());
  }
  const { paid } = known;
  if (paid === true) return place.replaceChildren(make('p', { className: 'muted' }, 'This order is paid. Thank you!'));
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
