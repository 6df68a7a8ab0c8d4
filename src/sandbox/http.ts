import { writeJson } from './exact-json.ts';

/** A request to the sandbox. Header names are in lower case, and the path includes the query. */
export interface SandboxRequest {
  /** In upper case. A GET may have a body (contract 4.5). */
  readonly method: string;
  /** Without the origin: `/v1/payments`. */
  readonly path: string;
  /** One text for each name; undefined counts as not sent. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as text. A server adapter may stop reading one byte after `maxBodyBytes`. */
  readonly body: string;
}

/** A response of the sandbox, with its body as text. */
export interface SandboxAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** Names in lower case. A server adds `content-length`. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON of the contract, HTML of a page, or empty. To be sent as UTF-8. */
  readonly body: string;
  /** True closes the connection without this response, like a service that has crashed. */
  readonly reset?: boolean;
}

/** True for a name of this machine. Another name belongs to a site whose DNS points here. */
export const isLocalName = (host = ''): boolean => /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(host);

/** True for a request from a page of another site, which must not control the sandbox. */
export function isForeign({ 'sec-fetch-site': site, origin, host }: SandboxRequest['headers']): boolean {
  // A browser without Fetch Metadata. The sandbox's own pages have the origin 'null': they send no referrer.
  if (site !== undefined || origin === undefined || !URL.canParse(origin)) return site === 'cross-site';
  const from = new URL(origin).host;
  return from !== host && !isLocalName(from);
}

/** Headers of every response: no caching, no referrer, no type sniffing. */
const ALWAYS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Pages load only the sandbox's own script and style; images are the QR codes. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): SandboxAnswer {
  const policy = { 'content-security-policy': "default-src 'none'" };
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers: { ...ALWAYS, ...type, ...policy, ...headers }, body: writeJson(body) };
}

export function pageAnswer(status: number, html: string): SandboxAnswer {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PAGE_POLICY };
  return { status, headers: { ...ALWAYS, ...headers }, body: html };
}

/** Closes the connection. The status is for runtimes that cannot close it. */
export const noAnswer: SandboxAnswer = { status: 502, headers: {}, body: '', reset: true };

export function assetAnswer(type: 'text/css' | 'text/javascript', body: string): SandboxAnswer {
  return { status: 200, headers: { ...ALWAYS, 'content-type': `${type}; charset=utf-8` }, body };
}

/** Redirects after a form, so that a reload does not submit it again. */
export function seeOther(location: string): SandboxAnswer {
  return { status: 303, headers: { ...ALWAYS, location }, body: '' };
}
