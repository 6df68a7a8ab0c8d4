import { publicView } from './answers.ts';
import { ControlError } from './control-error.ts';
import type { CallFields } from './call-fields.ts';
import { controlCall } from './control-routes.ts';
import type { SandboxControl } from './control.ts';
import { assetAnswer, jsonAnswer, pageAnswer, seeOther } from './http.ts';
import type { SandboxAnswer, SandboxRequest } from './http.ts';
import type { Ledger, PaymentEntry } from './ledger.ts';
import type { NotShown } from './not-shown.ts';
import { hostedPage, missingPage } from './pages.ts';
import { panelPage } from './panel.ts';
import type { Notice, PanelFacts } from './panel.ts';
import { panelScript } from './panel-script.ts';
import { style } from './style.ts';
import { FINAL } from './vocabulary.ts';

/** How soon a hosted page may ask again: it is all one machine. In ms. */
const ASK_AGAIN_MS = 1_000;

/** The pages that people look at: the control panel, the hosted pages and what they load. */
export function createPages(parts: {
  readonly control: SandboxControl;
  readonly ledger: Ledger;
  readonly facts: PanelFacts;
  readonly notShown: NotShown;
  readonly elementsScript: () => Promise<string | undefined>;
}): (request: SandboxRequest, url: URL) => Promise<SandboxAnswer> {
  const { control, ledger, facts, notShown, elementsScript } = parts;
  let notice: Notice | undefined;

  async function get(url: URL): Promise<SandboxAnswer> {
    switch (url.pathname) {
      case '/':
        return pageAnswer(200, panelPage(control, facts, notice));
      case '/panel.js':
        return assetAnswer('text/javascript', panelScript);
      case '/sandbox.css':
        return assetAnswer('text/css', style);
      case '/pay-elements.js':
        return assetAnswer('text/javascript', (await elementsScript()) ?? '// The elements are not built.\n');
    }
    const [room = '', id = '', part, ...more] = url.pathname.split('/').slice(1);
    const entry = found(room, id);
    if (!entry || more.length > 0 || (part !== undefined && part !== 'status')) {
      return part === 'status'
        ? jsonAnswer(404, { error: { code: 'unknown_payment' } })
        : pageAnswer(404, missingPage());
    }
    if (part === 'status') return jsonAnswer(200, statusOf(entry));
    return pageAnswer(200, hostedPage(entry, notShown, url.searchParams.has('wrong')));
  }

  /** A payment by its hosted address: a wallet's is not found among the others', nor the other way round. */
  function found(room: string, id: string): PaymentEntry | undefined {
    const entry = ledger.find(id);
    return entry && room === (entry.kind === 'wallet' ? 'wallet' : 'pay') ? entry : undefined;
  }

  /** What the tags ask for again and again: never the address or the note, which stay as they were shown. */
  function statusOf(entry: PaymentEntry): object {
    const { status, phase, version, cryptoAmountReceived, confirmations, confirmationsRequired } = publicView(
      entry,
      notShown,
    );
    const after = FINAL.includes(entry.state) ? undefined : ASK_AGAIN_MS;
    return { status, phase, version, after, cryptoAmountReceived, confirmations, confirmationsRequired };
  }

  async function post(url: URL, fields: CallFields): Promise<SandboxAnswer> {
    const [room = '', id = '', part = '', ...more] = url.pathname.split('/').slice(1);
    if (room === 'panel') return play(url.pathname.split('/').slice(2), fields);
    const entry = found(room, id);
    if (!entry || more.length > 0) return pageAnswer(404, missingPage());
    try {
      if (entry.kind === 'wallet' && part === 'transfer') control.note(id, fields['note'] ?? '');
      else if (entry.kind === 'localcode' && part === 'code') {
        if (!control.code(id, fields['code'] ?? '').accepted) return seeOther(`/pay/${id}?wrong`);
      } else return pageAnswer(404, missingPage());
    } catch (error) {
      // Too late to pay: the page itself says where the payment stands.
      if (!(error instanceof ControlError)) throw error;
    }
    return seeOther(`/${room}/${id}`);
  }

  async function play(path: readonly string[], fields: CallFields): Promise<SandboxAnswer> {
    try {
      notice = noticeOf(await controlCall(control, path, fields));
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      notice = { text: `Not done: ${error.message}.`, good: false };
    }
    return seeOther('/');
  }

  return async (request, url) => {
    if (request.method === 'GET' || request.method === 'HEAD') return get(url);
    if (request.method === 'POST') return post(url, Object.fromEntries(new URLSearchParams(request.body)));
    return pageAnswer(405, missingPage());
  };
}

function noticeOf(result: object): Notice {
  if ('message' in result)
    return { text: String(result.message), good: 'accepted' in result && result.accepted === true };
  return { text: textOf(result), good: true };
}

function textOf(result: object): string {
  if ('now' in result) return 'The clock is turned.';
  if ('script' in result) return 'The script is set.';
  if ('profile' in result) return `The profile is ${String(result.profile)}.`;
  if ('faults' in result)
    return Array.isArray(result.faults) && result.faults.length ? 'It will.' : 'All will go well.';
  return 'Sent.';
}
