// The cart of the catalogue page. Without this script the page is a plain form that works too. It is kept until its
// order is paid (checkout.js).
const form = document.querySelector('form');
const inputs = [...form.querySelectorAll('input[data-cents]')];
const lines = form.querySelector('.cart .lines');
const total = form.querySelector('.total');
const checkout = form.querySelector('.cart .primary');
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

const KEY = 'northwind-cart';

function line(name, count, cents) {
  const item = document.createElement('li');
  for (const text of [`${count} × ${name}`, money.format((count * cents) / 100)]) {
    const span = document.createElement('span');
    span.textContent = text;
    item.append(span);
  }
  return item;
}

function show() {
  const chosen = inputs
    .map((input) => ({ count: Number(input.value), cents: Number(input.dataset.cents), name: input.dataset.name }))
    .filter(({ count }) => count > 0);
  lines.replaceChildren(...chosen.map(({ name, count, cents }) => line(name, count, cents)));
  const sum = chosen.reduce((cents, item) => cents + item.count * item.cents, 0);
  total.textContent = chosen.length ? `Total ${money.format(sum / 100)}` : 'Your cart is empty.';
  checkout.disabled = chosen.length === 0;
  sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(inputs.map(({ name, value }) => [name, value]))));
}

const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
for (const input of inputs) input.value = String(Number(kept[input.name]) || 0);
for (const button of form.querySelectorAll('[data-step]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const input = button.parentElement.querySelector('input');
    if (button.dataset.step === '1') input.stepUp();
    else input.stepDown();
    show();
  });
}
form.addEventListener('input', show);
show();
