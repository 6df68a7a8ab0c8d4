/** The events of the backend, from their types. */
import { blocks, cell, code, table } from './markdown.mjs';
import { commentOf, constantOf, variantsOf } from './types.mjs';

const FILE = 'server/observability/events.ts';

/** Every event of `onEvent`: `{ name, level, text, fields }`. */
export function readEvents() {
  const levels = constantOf(FILE, 'LEVELS');
  const client = 'server/providers/service/client/client-event.ts';
  const elsewhere = {
    ClientEvent: client,
    RequestStarted: client,
    RequestAttempted: client,
    RequestCompleted: client,
  };
  return variantsOf(FILE, 'CheckoutEventData', 'type', elsewhere).map((event) => ({
    ...event,
    level: levels[event.name],
  }));
}

/** The page, as Markdown. */
export function eventsPage() {
  const events = readEvents();
  return blocks(
    '# Events of the backend',
    commentOf(FILE, 'CheckoutEvent'),
    'The tags send events of their own in the page: see the page of each tag. [Operations](operations.md#events) says what to do with the events below.',
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
              cell(text),
            ]),
          ),
        ]),
    ]),
  );
}
