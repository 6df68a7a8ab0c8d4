import type { DevelopmentOption, Emit } from '../observability/events.ts';
import { BodyWasRead, jsonAnswer, type CheckoutAnswer, type CheckoutRequest } from './http.ts';
import { createSecrets } from '../payments/secrets.ts';
import { isRandomText, randomText } from '../random-text.ts';

/**
 * Each signature has its own purpose: a webhook address is not valid as a probe address, and a probe's response is not
 * valid as a webhook address.
 */
const PURPOSE = 'pay-elements probe v1\0';
const ANSWER_PURPOSE = 'pay-elements probe answer v1\0';

/** Makes a probe about as long as a webhook, so that it detects a proxy that truncates bodies. Characters. */
const FILLER = 'x'.repeat(1_000);

/** The longest probe that is read, in bytes. A probe has about one kilobyte. */
const PROBE_MAX = 4 * 1024;

/** The address in a forged `X-Forwarded-For`: of a network for documentation (RFC 5737), so no visitor has it. */
export const FORGED_ADDRESS = '192.0.2.1';

/**
 * The visitor of a probe, as `creationLimit` sees it. `forged`: the address in a forged header was believed.
 * `identified`: by another address. `unidentified`: no address is known. `unlimited`: `creationLimit` is off.
 */
export type ProbeVisitor = 'forged' | 'identified' | 'unidentified' | 'unlimited';

/** What the running shop reports about itself with the response to a probe. Older versions report nothing. */
export interface ProbeReport {
  readonly visitor?: ProbeVisitor | undefined;
  readonly developmentOptions?: readonly DevelopmentOption[] | undefined;
}

/** A test webhook of the doctor, and the check of its response. */
export interface Probe {
  readonly url: string;
  readonly body: string;
  /**
   * Returns what the body of the response proves. `received`: the checkout at this address has this secret, and
   * received the whole body. `body-lost`: it has this secret, but received no body, or another one. `unknown`: the
   * response is not from a checkout with this secret.
   */
  judge(answer: string): Promise<'received' | 'body-lost' | 'unknown'>;
  /** Returns the report in a response that `judge` has found to be `received`. */
  report(answer: string): ProbeReport;
}

export type Secret = Parameters<typeof createSecrets>[0];

/**
 * Creates a probe: a signed address under `publicUrl/webhook/` that belongs to no payment. Its handler reads and writes
 * no payment and sends no request to the service. The correct response requires the secret and the body.
 *
 * @param publicUrl without a trailing slash
 */
export async function makeProbe(publicUrl: string, secret: Secret): Promise<Probe> {
  const [paymentRef, nonce] = [randomText(), randomText()];
  const answers = createSecrets(secret, ANSWER_PURPOSE);
  return {
    url: `${publicUrl}/webhook/${paymentRef}/${await createSecrets(secret, PURPOSE).sign(paymentRef)}`,
    body: JSON.stringify({ probe: nonce, filler: FILLER }),
    async judge(answer) {
      const reply = replyOf(answer);
      if (await answers.verify(nonce, reply)) return 'received';
      return (await answers.verify(paymentRef, reply)) ? 'body-lost' : 'unknown';
    },
    report: (answer) => parsed(answer),
  };
}

export interface ProbePorts {
  /** The networks of the visitor of a request; undefined when `creationLimit` is off. */
  readonly networksOf: (request: CheckoutRequest) => Promise<readonly string[] | undefined>;
  readonly developmentOptions: readonly DevelopmentOption[];
  readonly emit: Emit;
}

/** Creates the handler of probes. It resolves with undefined when the address is not that of a probe. */
export function createProbeAnswerer(secret: Secret, { networksOf, developmentOptions, emit }: ProbePorts) {
  const [requests, answers] = [createSecrets(secret, PURPOSE), createSecrets(secret, ANSWER_PURPOSE)];

  async function visitorOf(request: CheckoutRequest): Promise<ProbeVisitor> {
    // A failing `creationLimit.address()` leaves visitors unidentified.
    const networks = await networksOf(request).catch((): readonly string[] => []);
    if (networks === undefined) return 'unlimited';
    if (networks.includes(FORGED_ADDRESS)) return 'forged';
    return networks.length > 0 ? 'identified' : 'unidentified';
  }

  return async function answerProbe(
    request: CheckoutRequest,
    paymentRef: string,
    signature: string,
  ): Promise<CheckoutAnswer | undefined> {
    if (!(await requests.verify(paymentRef, signature))) return undefined;
    const nonce = nonceOf(await bodyOf(request));
    emit({ type: 'probe-answered' });
    const report: ProbeReport = { visitor: await visitorOf(request), developmentOptions };
    return jsonAnswer(200, { probe: await answers.sign(nonce ?? paymentRef), ...report });
  };
}

/** The body of a probe. One that other code has read before is lost, which the response says. */
function bodyOf(request: CheckoutRequest): Promise<string> {
  return request.text(PROBE_MAX).catch((error: unknown) => {
    if (error instanceof BodyWasRead) return '';
    throw error;
  });
}

/** Returns the nonce of a body that arrived completely. */
function nonceOf(body: string): string | undefined {
  const { probe, filler } = parsed(body);
  return typeof probe === 'string' && isRandomText(probe) && filler === FILLER ? probe : undefined;
}

function replyOf(answer: string): string {
  const { probe } = parsed(answer);
  return typeof probe === 'string' ? probe : '';
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
