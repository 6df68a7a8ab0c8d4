import { ControlError } from './control-error.ts';
import type { ControlErrorCode } from './control-error.ts';
import { needed, readControlBody } from './control-fields.ts';
import type { CallFields } from './control-fields.ts';
import type { ManualWebhook, SandboxControl } from './control.ts';
import { chainCall, chainRead } from '../chain/chain-routes.ts';
import { readFault } from '../faults/faults.ts';
import { jsonAnswer } from '../http.ts';
import type { SandboxAnswer, SandboxRequest } from '../http.ts';
import { isProfile, profiles } from '../contract/profiles.ts';
import { readScript, wholeNumber } from '../webhooks/webhook-script.ts';

/** The longest step of the clock: ten years. It is longer than any expiry, and the result is still a valid date. */
const MOST_TURN_MS = 10 * 365 * 24 * 60 * 60 * 1000;

const statuses: Readonly<Record<ControlErrorCode, number>> = {
  unknown_payment: 404,
  unknown_delivery: 404,
  unknown_transaction: 404,
  unknown_call: 404,
  wrong_kind: 409,
  wrong_state: 409,
  no_webhook_url: 409,
  chain_unreachable: 503,
  bad_amount: 400,
  bad_request: 400,
  foreign_origin: 403,
};

/** Answers the control calls over HTTP: `/_control/...`, with bodies and responses in JSON. */
export async function controlAnswer(
  control: SandboxControl,
  request: SandboxRequest,
  url: URL,
): Promise<SandboxAnswer> {
  try {
    const path = url.pathname.split('/').slice(2);
    if (request.method === 'GET') return jsonAnswer(200, controlRead(control, path, url.searchParams));
    if (request.method !== 'POST') throw new ControlError('unknown_call', 'control calls are GET or POST');
    return jsonAnswer(200, await controlCall(control, path, readControlBody(request.body)));
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return controlRefusal(error);
  }
}

export function controlRefusal({ code, field, message }: ControlError): SandboxAnswer {
  return jsonAnswer(statuses[code], { error: { code, field, message } });
}

function controlRead(control: SandboxControl, path: readonly string[], query: URLSearchParams): object {
  const [what, id] = path;
  if (path.length === 1 && what === 'payments') return { payments: control.payments() };
  if (path.length === 2 && what === 'payments' && id) return { payment: control.payment(id) };
  if (path.length === 1 && what === 'deliveries') {
    return { deliveries: control.deliveries(query.get('payment') ?? undefined) };
  }
  if (path.length === 1 && what === 'account') return control.account();
  if (path.length === 1 && what === 'clock') return { now: control.now() };
  if (path.length === 1 && what === 'faults') return { faults: control.faults() };
  if (path.length === 1 && what === 'webhooks') return { script: control.script() };
  if (path.length === 3 && what === 'payments' && id && path[2] === 'webhooks') return { script: control.script(id) };
  if (path.length === 1 && what === 'profile') return control.profile();
  const chain = what === 'chain' ? chainRead(control.chain, path.slice(1), query) : undefined;
  if (chain) return chain;
  throw new ControlError('unknown_call', `there is no control call GET ${path.join('/')}`);
}

/** Performs the action of a POST. The panel's forms use it too. */
export async function controlCall(
  control: SandboxControl,
  path: readonly string[],
  fields: CallFields,
): Promise<object> {
  const [what = '', id = '', action = ''] = path;
  if (path.length === 3 && what === 'payments') return paymentCall(control, id, action, fields);
  if (path.length === 3 && what === 'deliveries' && action === 'repeat') {
    return { delivery: await control.repeat(Number(id)) };
  }
  if (path.length === 2 && what === 'chain') return chainCall(control.chain, id, fields);
  if (path.length === 1 && what === 'clock') {
    await control.advance(wholeNumber('advance', needed(fields, 'advance'), MOST_TURN_MS));
    return { now: control.now() };
  }
  if (path.length === 1 && what === 'webhooks') return scripted(control, fields);
  if (path.length === 1 && what === 'faults') {
    control.addFault(readFault(fields));
    return { faults: control.faults() };
  }
  if (path.length === 2 && what === 'faults' && id === 'clear') {
    control.clearFaults();
    return { faults: control.faults() };
  }
  if (path.length === 1 && what === 'profile') {
    const name = needed(fields, 'profile');
    if (!isProfile(name)) {
      throw new ControlError('bad_request', `must be one of ${Object.keys(profiles).join(', ')}`, 'profile');
    }
    control.useProfile(name);
    return control.profile();
  }
  if (path.length === 1 && what === 'next-creation') {
    control.beforeNextAnswer(needed(fields, 'webhookBeforeAnswer'));
    return {};
  }
  if (path.length === 1 && what === 'settle') {
    await control.settled();
    return {};
  }
  throw new ControlError('unknown_call', `there is no control call POST ${path.join('/')}`);
}

async function paymentCall(control: SandboxControl, id: string, action: string, fields: CallFields): Promise<object> {
  // An empty field of the panel's form counts as not sent.
  const amount = fields['amount']?.trim() || undefined;
  switch (action) {
    case 'pay':
    case 'expire':
    case 'refund':
    case 'fail':
    case 'cancel':
      return control[action](id);
    case 'under':
    case 'over':
      return control[action](id, amount);
    case 'below-minimum':
      return control.belowMinimum(id, amount);
    case 'note':
      return control.note(id, needed(fields, 'note'));
    case 'code':
      return control.code(id, needed(fields, 'code'));
    case 'webhooks':
      return scripted(control, fields, id);
    case 'webhook':
      return { delivery: await control.webhook(id, readManualWebhook(fields)) };
    default:
      throw new ControlError('unknown_call', `a payment has no action '${action}'`);
  }
}

function scripted(control: SandboxControl, fields: CallFields, id?: string): object {
  // The panel's button that ends a script is in the form that sets one.
  control.setScript(fields['end'] === undefined ? readScript(fields) : {}, id);
  return { script: control.script(id) };
}

function readManualWebhook(fields: CallFields): ManualWebhook {
  const { cryptoAmountReceived } = fields;
  const count = (name: 'confirmations' | 'confirmationsRequired') => {
    const text = fields[name];
    if (text === undefined) return {};
    if (!/^\d{1,6}$/.test(text)) throw new ControlError('bad_request', 'must be a whole number', name);
    return { [name]: Number(text) };
  };
  if (cryptoAmountReceived !== undefined && !/^\d{1,30}(\.\d{1,30})?$/.test(cryptoAmountReceived)) {
    throw new ControlError('bad_request', 'must be a decimal', 'cryptoAmountReceived');
  }
  return {
    status: needed(fields, 'status'),
    ...(cryptoAmountReceived === undefined
      ? {}
      : { cryptoAmountReceived: cryptoAmountReceived.replace(/^0+(?=\d)/, '') }),
    ...count('confirmations'),
    ...count('confirmationsRequired'),
  };
}
