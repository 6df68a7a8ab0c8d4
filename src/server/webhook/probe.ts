import type { Emit } from './events.ts';
import { jsonAnswer, type CheckoutAnswer, type CheckoutRequest } from './http.ts';
import { createSecrets, isRandomText, randomText } from './secrets.ts';

/** Signatures of their own: who has a webhook's address has no probe's, and no answer to one is an address. */
const ASKS = 'pay-elements probe v1\0';
const ANSWERS = 'pay-elements probe answer v1\0';

/** About as long as a webhook, so that what cuts bodies short is found. Characters. */
const FILLER = 'x'.repeat(1_000);

/** A probe is about a kilobyte. Bytes. */
const PROBE_MAX = 4 * 1024;

/** A webhook that is none: what the doctor sends, and how its answer is judged. */
export interface Probe {
  readonly url: string;
  readonly body: string;
  /**
   * What an answer's body proves. `heard`: the checkout at this address has our secret, and the body arrived whole.
   * `unread`: it has our secret, but was given no body, or another. `stranger`: it is not the checkout of this secret.
   */
  judge(answer: string): Promise<'heard' | 'unread' | 'stranger'>;
}

type Secret = Parameters<typeof createSecrets>[0];

/**
 * Makes a probe: a signed address under `publicUrl/webhook/` that is no payment's, so that nothing is looked up, no
 * money state is touched and the service is not asked. Who answers must know the secret and what the body said.
 *
 * @param publicUrl without a slash at its end
 */
export async function makeProbe(publicUrl: string, secret: Secret): Promise<Probe> {
  const [ref, nonce] = [randomText(), randomText()];
  const answers = createSecrets(secret, ANSWERS);
  return {
    url: `${publicUrl}/webhook/${ref}/${await createSecrets(secret, ASKS).sign(ref)}`,
    body: JSON.stringify({ probe: nonce, filler: FILLER }),
    async judge(answer) {
      const reply = replyOf(answer);
      if (await answers.verify(nonce, reply)) return 'heard';
      return (await answers.verify(ref, reply)) ? 'unread' : 'stranger';
    },
  };
}

/** Answers a probe; undefined when the address is none. */
export function createProbeAnswerer(secret: Secret, emit: Emit) {
  const [asks, answers] = [createSecrets(secret, ASKS), createSecrets(secret, ANSWERS)];
  return async function answerProbe(
    request: CheckoutRequest,
    ref: string,
    signature: string,
  ): Promise<CheckoutAnswer | undefined> {
    if (!(await asks.verify(ref, signature))) return undefined;
    const nonce = nonceOf(await request.text(PROBE_MAX));
    emit({ type: 'probe-answered' });
    return jsonAnswer(200, { probe: await answers.sign(nonce ?? ref) });
  };
}

/** What a body asks to be signed, when it is the whole body. */
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
