import { nothing } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { html, literal } from 'lit/static-html.js';
import { fn } from 'storybook/test';
import { listenerName } from './arg-types.ts';
import { describedTag, type Tag } from './manifest.ts';

/** What a story hands a tag: its attributes and slots by their names, and listeners. */
export type Args = Readonly<Record<string, unknown>>;

const TAGS = {
  'pay-crypto': literal`pay-crypto`,
  'pay-wallet': literal`pay-wallet`,
  'pay-localcode': literal`pay-localcode`,
  'pay-checkout': literal`pay-checkout`,
};

/** A spy for every event of a tag: the panel "Actions" shows its calls, and play functions read them. */
export const listenersOf = (tag: Tag): Record<string, unknown> =>
  Object.fromEntries(describedTag(tag).events.map(({ name }) => [listenerName(name), fn().mockName(name)]));

/** An attribute, left out when it is empty. */
const filled = (value: unknown) => ifDefined(typeof value === 'string' && value !== '' ? value : undefined);

/** The payment as a page would write it into its HTML. */
const paymentText = (payment: unknown) =>
  ifDefined(
    typeof payment === 'object' && payment !== null ? JSON.stringify(payment) : (payment as string | undefined),
  );

/** Draws a tag with every attribute, slot and listener of its story. */
export const renderTag = (tag: Tag) => (args: Args) => {
  const onEvent = (event: Event) => {
    const { isTrusted: _, ...fields } = event as Event & Record<string, unknown>;
    (args[listenerName(event.type)] as ((fields: object) => void) | undefined)?.(fields);
  };
  const slots = describedTag(tag).slots.map(({ name }) =>
    args[name] ? html`<span slot=${name}>${args[name]}</span>` : nothing,
  );
  return html`<${TAGS[tag]}
    payment=${paymentText(args.payment)}
    src=${filled(args.src)}
    status-url=${filled(args['status-url'])}
    qr=${filled(args.qr)}
    layout=${filled(args.layout)}
    create=${filled(args.create)}
    contact=${filled(args.contact)}
    home=${filled(args.home)}
    pay-notify=${filled(args['pay-notify'])}
    page-url=${filled(args['page-url'])}
    lang=${filled(args.lang)}
    @pay-status=${onEvent}
    @pay-paid=${onEvent}
    @pay-copy=${onEvent}
    @pay-open=${onEvent}
    @pay-problem=${onEvent}
    >${slots}</${TAGS[tag]}
  >`;
};
