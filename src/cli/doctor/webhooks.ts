import {
  FORGED_ADDRESS,
  makeProbe,
  type Probe,
  type ProbeReport,
  type ProbeVisitor,
  type Secret,
} from '../../server/http/probe.ts';
import { isLocal } from '../../server/read-options.ts';
import { causeOf } from '../cause-of.ts';
import { printable } from '../text.ts';
import type { Usable } from './configuration.ts';
import type { Finding } from './finding.ts';

/** The time limit of the request, in milliseconds. Senders of webhooks usually wait at least this long. */
const TIMEOUT_MS = 10_000;

type ProbeFinding = Omit<Finding, 'name'>;

/** The finding, and the report of the running shop, when the webhook arrived. */
export interface WebhookCheck {
  readonly finding: Finding;
  readonly report?: ProbeReport;
}

/**
 * Sends a test webhook to the public address, like the service does. It is signed, but belongs to no payment. It
 * changes no payment and sends no request to the service.
 *
 * @param baseUrl the service's URL, when it is known
 */
export async function checkWebhooks({ publicUrl, secret }: Usable, baseUrl: string | undefined): Promise<WebhookCheck> {
  const name = 'webhooks';
  if (publicUrl === undefined || secret === undefined) {
    const fix = 'To check webhooks, set publicUrl (PAY_URL) and secret (PAY_SECRET).';
    return { finding: { name, state: 'skipped', message: 'publicUrl or secret is missing or invalid.', fix } };
  }
  if (isLocal(publicUrl) && baseUrl !== undefined && !isLocal(baseUrl))
    return {
      finding: {
        name,
        state: 'problem',
        message: `${publicUrl} is an address of this machine: the service cannot reach it, so no webhook will arrive.`,
        fix: 'publicUrl (PAY_URL) must be https and reachable from the internet. For development, use the sandbox.',
      },
    };
  const probe = await makeProbe(publicUrl, secret);
  const begun = Date.now();
  let posted: PostedProbe;
  try {
    posted = await postProbe(probe);
  } catch (error) {
    const { message, fix } = causeOf(error) ?? { message: 'no response arrived', fix: 'Can this machine reach it?' };
    return {
      finding: {
        name,
        state: 'problem',
        message: `${publicUrl} cannot be reached: ${message}.`,
        fix: `${fix} It is publicUrl (PAY_URL), where the handler is mounted.`,
      },
    };
  }
  const finding: Finding = { name, ...(await judge(probe, posted, publicUrl, Date.now() - begun)) };
  return finding.state === 'ok' ? { finding, report: probe.report(posted.answer) } : { finding };
}

/**
 * Finds that webhooks do not reach the checkout of a shop that was just started. Undefined when a checkout answers, in any
 * language, and when the shop cannot be reached or fails: it may still be starting.
 */
export async function findWrongMount(publicUrl: string, secret: Secret): Promise<ProbeFinding | undefined> {
  const probe = await makeProbe(publicUrl, secret);
  const posted = await postProbe(probe).catch(() => undefined);
  if (!posted || posted.response.status >= 500 || errorCodeOf(posted.answer) !== undefined) return undefined;
  const found = await judge(probe, posted, publicUrl, 0);
  return found.state === 'problem' ? found : undefined;
}

/**
 * Sends a second test webhook, with a forged `X-Forwarded-For`, and returns the visitor that the shop sees. Undefined when it
 * has no correct response: a server in front of the shop may refuse such requests.
 */
export async function sendForgedHeader({ publicUrl, secret }: Usable): Promise<ProbeVisitor | undefined> {
  const probe = await makeProbe(publicUrl!, secret);
  try {
    const { answer } = await postProbe(probe, { 'x-forwarded-for': FORGED_ADDRESS });
    return (await probe.judge(answer)) === 'received' ? probe.report(answer).visitor : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Sends the test webhook as a form, where one in JSON has arrived. Some services send forms, which the CSRF check of a
 * framework refuses without an `Origin`. Returns a warning when it is refused, otherwise nothing.
 */
export async function checkForms({ publicUrl, secret }: Usable): Promise<Finding[]> {
  const probe = await makeProbe(publicUrl!, secret);
  try {
    const { response } = await postProbe(probe, { 'content-type': 'application/x-www-form-urlencoded' });
    const { status } = response;
    if (status !== 403 && status !== 415) return [];
    return [
      {
        name: 'forms',
        state: 'warning',
        message: `A webhook that is sent as a form is refused (HTTP ${status}).\nIf your operator sends JSON, nothing is lost.`,
        fix: 'Let the CSRF check or the body parser of the framework leave out the paths below /webhook/: docs/backend.md.',
        facts: { status },
      },
    ];
  } catch {
    return []; // the webhook in JSON has arrived
  }
}

interface PostedProbe {
  readonly response: Response;
  readonly answer: string;
}

async function postProbe({ url, body }: Probe, headers: Readonly<Record<string, string>> = {}): Promise<PostedProbe> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'pay-elements doctor', ...headers },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { response, answer: (await response.text()).slice(0, 10_000) };
}

async function judge(
  probe: Probe,
  { response, answer }: PostedProbe,
  publicUrl: string,
  ms: number,
): Promise<ProbeFinding> {
  const facts = { status: response.status, ms };
  const result = await probe.judge(answer);
  if (result === 'received' && response.status === 200)
    return {
      state: 'ok',
      message: `A webhook through ${publicUrl} arrived in ${facts.ms} ms.\nA firewall that blocks the service cannot be detected from here.`,
      facts,
    };
  if (result === 'body-lost')
    return {
      state: 'problem',
      message: 'The webhook reached the checkout, but its body did not arrive.',
      fix: 'A body parser, a proxy or a function adapter reads the body first. Mount the handler before it.',
      facts,
    };
  return { state: 'problem', ...explain(response, answer, publicUrl), facts };
}

/** Explains the response of a server that is not this checkout. */
function explain(
  { status, headers }: Response,
  answer: string,
  publicUrl: string,
): Pick<ProbeFinding, 'message'> & { fix: string } {
  const mount = 'publicUrl (PAY_URL) must be where the handler is mounted, with its path.';
  if (status >= 300 && status < 400) {
    const to = headers.get('location');
    const target = to ? ` to ${printable(to).replace(/webhook\/.*/, 'webhook/…')}` : '';
    if (to?.endsWith('/') && isOfWebhook(to))
      return {
        message:
          `${publicUrl} redirects (HTTP ${status}): a slash is added at the end of each path.\n` +
          'A webhook loses its body there, or is not sent again.',
        fix: "Turn that off for the paths below publicUrl: in Astro trailingSlash: 'ignore', in SvelteKit trailingSlash = 'ignore'.",
      };
    return {
      message: `${publicUrl} redirects (HTTP ${status}${target}).\nA webhook loses its body there, or is not sent again.`,
      fix:
        'Set publicUrl (PAY_URL) to the target of the redirect, or exclude publicUrl/webhook/ from the login.\n' +
        'Check http and https, www, and the slash at the end.',
    };
  }
  if (status === 404 && errorCodeOf(answer) === 'not-found')
    return {
      message: 'A checkout responds there, but it has another secret.',
      fix:
        'Set secret (PAY_SECRET) to that of the running shop.\n' +
        'A framework may also remove the start of the path before the handler.\n' +
        'Versions of pay-elements without this check respond in the same way.',
    };
  if (status === 404)
    return {
      message: `Nothing is mounted at ${publicUrl} (HTTP 404).`,
      fix:
        `${mount}\nAll paths below it and all methods must reach the handler, not GET alone, and a route must return the\n` +
        'response of checkout.fetch().',
    };
  if (status === 401 || status === 403)
    return {
      message: `A server in front of the shop rejects webhooks (HTTP ${status}).`,
      fix: 'Allow POST requests to addresses below publicUrl/webhook/ without login, cookie or bot check.\nEach address is signed.',
    };
  if (status === 405)
    return {
      message: `POST is not allowed at ${publicUrl} (HTTP 405).`,
      fix: 'Each method must reach the handler, not GET alone: a route file of Next.js, SvelteKit or Astro exports GET, POST and PUT.',
    };
  if (status === 502 || status === 503 || status === 504)
    return {
      message: `A proxy responds there, but the shop behind it does not (HTTP ${status}).`,
      fix: 'Is the shop running, and does the proxy forward to its port?',
    };
  if (status >= 200 && status < 300) {
    const kind = printable(headers.get('content-type') ?? 'no type').split(';')[0];
    return {
      message: `Another server responds at ${publicUrl} (HTTP ${status}, ${kind}).\nEvery webhook would count as delivered and be lost.`,
      fix: `It is a page or a catch-all route. ${mount}`,
    };
  }
  return {
    message: `${publicUrl} responds to a webhook with HTTP ${status}.`,
    fix: "See the reason in the shop's log.",
  };
}

/** Whether a redirect leads to the address of a webhook, which a login page does not have. */
const isOfWebhook = (to: string) => /\/webhook\/[^/]+\/[^/]+\/$/.test(to);

/** The code of an error response of a checkout; undefined for another response. */
function errorCodeOf(answer: string): string | undefined {
  try {
    const code = (JSON.parse(answer) as { error?: { code?: unknown } } | null)?.error?.code;
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
}
