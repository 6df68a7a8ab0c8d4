/** The HTML of the live examples, as the page brings it: what can be read without JavaScript, and controls that wait for it. */
import { phases } from '../../src/core/payments/phases.ts';
import { renderPayment } from '../../src/html/index.ts';
import { createChain } from '../../stories/support/chain.ts';
import { readTag } from '../reference/tags.mjs';
import { EDITED } from './edited.mjs';
import { examplePayment, sourceOf } from './payments.ts';

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const select = (label, name, options) =>
  `<label>${label} <select name="${name}" disabled>${options
    .map(([value, text]) => `<option value="${value}">${text}</option>`)
    .join('')}</select></label>`;

const LANGUAGES = [
  ['', 'English'],
  ['de', 'Deutsch'],
  ['es', 'español'],
  ['ar', 'العربية'],
  ['ja', '日本語'],
];
const COLOURS = [
  ['', 'as the page'],
  ['light', 'light'],
  ['dark', 'dark'],
];

const source = (text) => `<details class="source" open>
<summary>Source</summary>
<pre tabindex="0" role="group" aria-label="Source of the example"><code>${escape(text)}</code></pre>
</details>`;

/** A payment inside its tag, as a shop's server renders it. */
const tagWithPayment = (tag) => {
  const payment = examplePayment(tag, 'awaiting');
  return `<${tag} payment="${escape(JSON.stringify(payment))}">${renderPayment(payment)}</${tag}>`;
};

const bar = (...controls) => `<form class="bar">${controls.join('')}</form>`;

const paymentExample = (tag) => `<section class="live" data-live="payment" aria-label="Live example of ${tag}">
<h2 class="hidden">Live example</h2>
${bar(
  select(
    'Phase',
    'phase',
    phases.map((phase) => [phase, phase]),
  ),
  select('Language', 'lang', LANGUAGES),
  select('Colours', 'scheme', COLOURS),
)}
<div class="stage ${tag}">${tagWithPayment(tag)}</div>
${source(sourceOf(tag, 'awaiting', ''))}
</section>`;

const CHAIN_SOURCE = `<pay-checkout src="/pay/orders/1001"></pay-checkout>`;

/** The order as the helper answers it. */
const ORDER = await (async () => {
  const chain = createChain('https://shop.example/pay');
  const answer = await chain.handle(new Request(`${chain.payUrl}/orders/${chain.order}`));
  await chain.close();
  return answer.text();
})();

const chainExample =
  () => `<section class="live" data-live="chain" data-order="${escape(ORDER)}" aria-label="Live example of a whole checkout">
<h2 class="hidden">Live example</h2>
${bar(select('Language', 'lang', LANGUAGES), select('Colours', 'scheme', COLOURS), '<button name="restart" type="button" disabled>Begin again</button>')}
<div class="both">
<div class="stage pay-checkout"><p class="without">This example needs JavaScript: the shop, the payment service and the payer are all in the page.</p></div>
<div class="payer">
<p class="group" id="payer">You play the payer</p>
<div class="buttons" role="group" aria-labelledby="payer"></div>
<p role="status">Choose how to pay first.</p>
<p class="group">Webhooks to the shop</p>
<ol class="webhooks" reversed></ol>
</div>
</div>
${source(CHAIN_SOURCE)}
</section>`;

/** The control of one custom property. Its default is that of the manifest. */
function control({ name, label, ...input }) {
  const { default: standard } = readTag('pay-crypto').cssProperties.find((property) => property.name === name);
  if (input.options) return select(label, name, input.options);
  if (input.max === undefined) {
    // The browser's input takes six digits.
    const value = standard.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
    return `<label>${label} <input type="color" name="${name}" value="${value}" disabled></label>`;
  }
  return `<label>${label} <input type="range" name="${name}" min="${input.min}" max="${input.max}" value="${parseFloat(standard)}" disabled></label>`;
}

const themeEditor = () => `<section class="live" data-live="theme" aria-label="Theme editor">
<h2 class="hidden">Live example</h2>
<div class="both">
<form class="editor">
${EDITED.map(control).join('\n')}
${select(
  'Phase',
  'phase',
  phases.map((phase) => [phase, phase]),
)}
${select('Colours', 'scheme', COLOURS)}
<p><button name="restore" type="button" disabled>Reset</button></p>
</form>
<div class="stage pay-crypto stack">${tagWithPayment('pay-crypto')}</div>
</div>
<div class="source">
<p class="written"><span class="group">Your style sheet</span> <button name="copy" type="button" disabled>Copy</button> <span role="status"></span></p>
<pre tabindex="0" role="group" aria-label="The style sheet of your theme"><code>/* Change something above. */</code></pre>
</div>
</section>`;

/** The four tags: an order to pay in the page, and a payment of each kind. */
const allTags = () => `${chainExample()}
<div class="tags">
${['pay-crypto', 'pay-wallet', 'pay-localcode']
  .map(
    (tag) => `<section class="live" aria-label="Live example of ${tag}">
<h2 class="hidden">${tag}</h2>
<div class="stage ${tag} stack">${tagWithPayment(tag)}</div>
</section>`,
  )
  .join('\n')}
</div>`;

/** The HTML of an example. @throws Error when there is none of this name */
export function liveExample(name) {
  if (name === 'all') return allTags();
  if (name === 'theme') return themeEditor();
  if (name === 'pay-checkout' || name === 'chain') return chainExample();
  return paymentExample(readTag(name).tagName);
}
