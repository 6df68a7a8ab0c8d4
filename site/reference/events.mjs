/** The events of the backend, from their types. */
import { blocks, cell, code, table } from './markdown.mjs';
import { commentOf, constantOf, variantsOf } from './types.mjs';

/** What a field means that has the same meaning in every event. */
const FIELDS = {
  allowed: 'The requests of the period.',
  by: 'Which limit was reached.',
  call: 'The call of the service.',
  minimum: 'The smallest amount of the coin. Decimal text.',
  open: 'The number of open long polls.',
  option: 'The option to correct.',
  paidBy: 'The `paymentRef` of the other payment.',
  path: 'The path of the request.',
  percent: '80 or 95.',
  provider: 'The name of the provider.',
  wrongSignatures: 'The number of webhooks since the start whose signature is of another secret, at least three.',
  source: 'Who reported it.',
  used: 'The requests that are used.',
  webhooks: 'Whether webhooks arrive.',
  at: 'What was under way: the function or the part of the checkout.',
  cause: 'The error that was thrown.',
  changed: 'Whether the phase of the payment changed.',
  code: 'The code of the error.',
  coin: 'The symbol of the coin.',
  currency: 'Of the payment.',
  expiresAt: 'The end of the offer, in ISO 8601.',
  expected: 'The amount in the coin that the service asked for. Decimal text.',
  field: 'The field that is wrong.',
  from: 'The phase before.',
  id: 'The identifier of the payment at the payment server.',
  method: 'The method of payment, or the HTTP method of a request.',
  origin: 'The origin of the page, such as `https://www.shop.example`.',
  returned: 'What `order()` returned.',
  orderCurrency: 'Of the order as it is now.',
  orderRef: 'The name of the order in your shop.',
  paymentRef: 'The payment, as `checkout.payments.get` takes it.',
  publicUrl: 'The option of this name.',
  reason: 'What is wrong, in a few words.',
  received: 'The amount in the coin that was reported. Decimal text.',
  status: 'The status word of the payment server.',
  to: 'The phase after.',
  version: 'The version of the payment, which grows with each change.',
};

/** Every event of `onEvent`: `{ name, level, text, fields }`. */
export function readEvents() {
  const levels = constantOf('CheckoutEventData', 'LEVELS');
  return variantsOf('CheckoutEventData', 'type').map((event) => ({
    ...event,
    level: levels[event.name],
  }));
}

/** The page, as Markdown. */
export function eventsPage() {
  const events = readEvents();
  return blocks(
    '# Events of the backend',
    commentOf('CheckoutEvent'),
    'The tags send events of their own in the page: see the page of each tag. [Operations](../operations.md#alerts) says what to do with the events below.',
    table(
      ['level', 'events'],
      ['error', 'warn', 'info', 'debug'].map((level) => [
        code(level),
        events
          .filter((event) => event.level === level)
          .map(({ name }) => `[${code(name)}](#${name})`)
          .join(', '),
      ]),
    ),
    ['error', 'warn', 'info', 'debug'].map((level) => [
      `## Level ${level}`,
      events
        .filter((event) => event.level === level)
        .map(({ name, text, fields }) => [
          `### ${name}`,
          text,
          table(
            ['field', 'type', 'meaning'],
            fields.map(({ name, optional, type, text }) => [
              code(name + (optional ? '?' : '')),
              code(type),
              cell(text || FIELDS[name]),
            ]),
          ),
        ]),
    ]),
  );
}
