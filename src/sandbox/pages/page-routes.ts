import { publicView } from '../contract/responses.ts';
import { ControlError } from '../actions/control-error.ts';
import type { CallFields } from '../actions/control-fields.ts';
import { controlCall } from '../actions/control-routes.ts';
import type { SandboxControl } from '../actions/control.ts';
import { assetAnswer, jsonAnswer, pageAnswer, seeOther } from '../http.ts';
import type { SandboxAnswer, SandboxRequest } from '../http.ts';
import type { PaymentRecords, PaymentEntry } from '../contract/payment-records.ts';
import type { ContractGaps } from '../contract/contract-gaps.ts';
import { hostedPage, missingPage } from './pages.ts';
import { panelPage } from '../panel/panel.ts';
import type { Notice, PanelFacts } from '../panel/panel.ts';
import { panelScript } from '../panel/webhook-script.ts';
import { style } from './style.ts';
import { FINAL } from '../contract/status-words.ts';

/** The poll interval of a hosted page. Milliseconds. */
const RELOAD_MS = 1_000;

/** The pages: the control panel, the hosted pages and their assets. */
export function createPages(parts: {
  readonly control: SandboxControl;
  readonly records: PaymentRecords;
  readonly facts: PanelFacts;
  readonly contractGaps: ContractGaps;
  readonly elementsScript: () => Promise<string | undefined>;
}): (request: SandboxRequest, url: URL) => Promise<SandboxAnswer> {
  const { control, records, facts, contractGaps, elementsScript } = parts;
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
    const [section = '', id = '', part, ...more] = url.pathname.split('/').slice(1);
    const entry = found(section, id);
    if (!entry || more.length > 0 || (part !== undefined && part !== 'status')) {
      return part === 'status'
        ? jsonAnswer(404, { error: { code: 'unknown_payment' } })
        : pageAnswer(404, missingPage());
    }
    if (part === 'status') return jsonAnswer(200, statusOf(entry));
    return pageAnswer(200, hostedPage(entry, contractGaps, url.searchParams.has('wrong')));
  }

  /**
   * Finds a payment by its hosted URL. A wallet payment is found only in the wallet section, and other payments only in
   * the pay section.
   */
  function found(section: string, id: string): PaymentEntry | undefined {
    const entry = records.find(id);
    return entry && section === (entry.kind === 'wallet' ? 'wallet' : 'pay') ? entry : undefined;
  }

  /** The response that the tags poll. It omits the address and the note, which do not change. */
  function statusOf(entry: PaymentEntry): object {
    const { status, phase, version, cryptoAmountReceived, confirmations, confirmationsRequired } = publicView(
      entry,
      contractGaps,
    );
    const after = FINAL.includes(entry.state) ? undefined : RELOAD_MS;
    return { status, phase, version, after, cryptoAmountReceived, confirmations, confirmationsRequired };
  }

  async function post(url: URL, fields: CallFields): Promise<SandboxAnswer> {
    const [section = '', id = '', part = '', ...more] = url.pathname.split('/').slice(1);
    if (section === 'panel') return panelAction(url.pathname.split('/').slice(2), fields);
    const entry = found(section, id);
    if (!entry || more.length > 0) return pageAnswer(404, missingPage());
    try {
      if (entry.kind === 'wallet' && part === 'transfer') control.note(id, fields['note'] ?? '');
      else if (entry.kind === 'localcode' && part === 'code') {
        if (!control.code(id, fields['code'] ?? '').accepted) return seeOther(`/pay/${id}?wrong`);
      } else return pageAnswer(404, missingPage());
    } catch (error) {
      // The payment can no longer be paid: the page itself shows its state.
      if (!(error instanceof ControlError)) throw error;
    }
    return seeOther(`/${section}/${id}`);
  }

  async function panelAction(path: readonly string[], fields: CallFields): Promise<SandboxAnswer> {
    try {
      notice = noticeOf(await controlCall(control, path, fields));
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      notice = { text: `Failed: ${error.message}.`, good: false };
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
