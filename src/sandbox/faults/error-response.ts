import { html, htmlText } from '../pages/html.ts';
import { jsonAnswer } from '../http.ts';
import type { SandboxAnswer } from '../http.ts';
import type { ContractGaps } from '../contract/contract-gaps.ts';
import { serialize } from '../contract/serializer.ts';
import type { Refusal } from '../contract/status-words.ts';

export type Family = 'account' | 'payments';

/**
 * The headers with the time of a retry, in the form of the setting `sendRetryAfter`. A date uses the sandbox's clock,
 * and so does the `Date` header.
 */
export function retryAfter(seconds: number, { sendRetryAfter }: ContractGaps, now: number): Record<string, string> {
  if (sendRetryAfter === false) return {};
  if (sendRetryAfter === true) return { 'retry-after': String(seconds) };
  const http = (ms: number) => new Date(ms).toUTCString();
  // A date has whole seconds; it is rounded up, so that the client does not retry too early.
  return { date: http(now), 'retry-after': http(Math.ceil(now / 1000 + seconds) * 1000) };
}

/** Creates an error response with the status and the format of the settings (contract 7 shows neither). */
export function refusalAnswer(
  refusal: Refusal,
  family: Family,
  contractGaps: ContractGaps,
  headers: Readonly<Record<string, string>>,
): SandboxAnswer {
  const status = contractGaps.refusalStatus[refusal.code];
  if (contractGaps.refusalBody === 'html') return htmlAnswer(status, sentence(refusal), headers);
  const body = serialize(bodyOf(refusal, family, contractGaps), contractGaps);
  return jsonAnswer(status, body, { 'content-type': contractGaps.contentType, ...headers });
}

/** Creates the response of a failed service, or of a proxy in front of it. */
export function errorResponse(
  status: number,
  contractGaps: ContractGaps,
  headers: Readonly<Record<string, string>>,
): SandboxAnswer {
  const message = `This is a simulated fault: HTTP ${status}.`;
  if (contractGaps.refusalBody === 'html') return htmlAnswer(status, message, headers);
  return jsonAnswer(status, serialize({ message }, contractGaps), {
    'content-type': contractGaps.contentType,
    ...headers,
  });
}

function bodyOf(refusal: Refusal, family: Family, { refusalBody }: ContractGaps): unknown {
  if (typeof refusalBody === 'function') return refusalBody(refusal, family);
  const { code, field, reason } = refusal;
  const status = family === 'account' ? { status: 'error' } : {};
  return refusalBody === 'errors'
    ? { ...status, errors: [{ code, field, message: reason }] }
    : { ...status, message: sentence(refusal), error: { code, field, reason } };
}

const sentence = ({ field, reason }: Refusal) => (field === undefined ? reason : `${field}: ${reason}`);

function htmlAnswer(status: number, text: string, headers: Readonly<Record<string, string>>): SandboxAnswer {
  const page = html`<!doctype html><title>${status}</title>
    <h1>${status}</h1>
    <p>${text}</p>`;
  return {
    ...jsonAnswer(status, null, { 'content-type': 'text/html; charset=utf-8', ...headers }),
    body: `${htmlText(page)}\n`,
  };
}
