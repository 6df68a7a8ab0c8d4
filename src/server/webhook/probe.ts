import type { Emit } from '../observability/events.ts';
import { jsonAnswer, type CheckoutAnswer, type CheckoutRequest } from '../routes/http.ts';
import { createSecrets, isRandomText, randomText } from './secrets.ts';

/** Separate signing purposes: a webhook address is no probe address, and a probe's answer is no webhook address. */
const PURPOSE = 'pay-elements probe v1\0';
const ANSWER_PURPOSE = 'pay-elements probe answer v1\0';

/** About as long as a webhook, so that what cuts bodies short is found. Characters. */
const FILLER = 'x'.repeat(1_000);

/** A probe is about a kilobyte. Bytes. */
const PROBE_MAX = 4 * 1024;

/** A webhook that is none: what the doctor sends, and how its answer is judged. */
export interface Probe {
  readonly url: string;
  readonly body: string;
  /**
   * What an answer's body proves. `received`: the checkout at this address has our secret, and received the whole body.
   * `body-lost`: it has our secret, but received no body, or another. `unknown`: it is not the checkout of this secret.
   */
  judge(answer: string): Promise<'received' | 'body-lost' | 'unknown'>;
}

type Secret = Parameters<typeof createSecrets>[0];

/**
 * Creates a probe: a signed address under `publicUrl/webhook/` that belongs to no payment. Answering it reads and
 * writes no payment and sends no request to the service. The right answer needs the secret and the body.
 *
 * @param publicUrl without a slash at its end
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
  };
}

/** Answers a probe; undefined when the address is none. */
export function createProbeAnswerer(secret: Secret, emit: Emit) {
  const [requests, answers] = [createSecrets(secret, PURPOSE), createSecrets(secret, ANSWER_PURPOSE)];
  return async function answerProbe(
    request: CheckoutRequest,
    paymentRef: string,
    signature: string,
  ): Promise<CheckoutAnswer | undefined> {
    if (!(await requests.verify(paymentRef, signature))) return undefined;
    const nonce = nonceOf(await request.text(PROBE_MAX));
    emit({ type: 'probe-answered' });
    return jsonAnswer(200, { probe: await answers.sign(nonce ?? paymentRef) });
  };
}

/** The nonce of a body that arrived whole. */
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
