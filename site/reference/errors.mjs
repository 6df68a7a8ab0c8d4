/** Everything that can go wrong, by the codes that the types name. */
import { isRecoverable } from '../../src/core/payments/problem.ts';
import { blocks, cell, code, table } from './markdown.mjs';
import { commentOf, constantOf, variantsOf, wordsOf } from './types.mjs';

export const readErrors = () => ({
  routes: wordsOf('CheckoutErrorCode'),
  client: wordsOf('ServiceErrorCode'),
  page: variantsOf('Problem', 'code'),
});

/** The page, as Markdown. */
export function errorsPage() {
  const { routes, client, page } = readErrors();
  const status = constantOf('CheckoutErrorCode', 'STATUS');
  return blocks(
    '# Errors and problems',
    'Every code is stable: compare with it in your own code. [The FAQ](../faq.md) begins with the symptom instead.',
    '## Errors of the configuration',
    commentOf('ConfigurationErrorCode'),
    commentOf('ConfigurationError'),
    '## Problems of the tags',
    commentOf('Problem'),
    'A tag sends the event `pay-problem` with `code`, `recoverable` and `problem`, which holds the fields below.',
    table(
      ['code', 'fields', 'the tag goes on by itself', 'meaning'],
      page.map(({ name, text, fields }) => [
        code(name),
        fields.map((field) => code(field.name)).join(', '),
        isRecoverable({ code: name }) ? 'yes' : 'no',
        cell(text),
      ]),
    ),
    '## Answers of the routes',
    'What `GET orders/:order`, `POST payments` and the other [routes](../backend.md#routes) answer when they cannot do what was asked: `{ "error": { "code", "field", "retryAfter" } }`. `checkout.payments.create` gives the same codes.',
    table(
      ['code', 'HTTP status', 'meaning'],
      routes.map(({ name, text }) => [code(name), String(status[name]), cell(text)]),
    ),
    '## Errors of the service client',
    commentOf('ServiceError'),
    'The event `creation-failed` has the same `code`.',
    table(
      ['code', 'meaning'],
      client.map(({ name, text }) => [code(name), cell(text)]),
    ),
  );
}
