import { findWrongMount } from '../doctor/webhooks.ts';
import { isTaken } from '../is-taken.ts';

/** How often a listener is looked for. Milliseconds. */
const INTERVAL_MS = 500;

/** The time after which a line says that nothing listens yet. Milliseconds. */
const START_MS = 5_000;

/** The time that a program has to mount the checkout after it listens. Milliseconds. */
const MOUNT_MS = 2_000;

/**
 * Prints that nothing listens at the URL of the checkout yet, some time after the program has started, and a line when something
 * does later. Then sends a test webhook there, and prints a warning when no checkout is mounted at the URL.
 * Returns a function that ends this.
 */
export function watchListener(payUrl: string, secret: string, print: (text: string) => void): () => void {
  const { host, port } = new URL(payUrl);
  const begin = performance.now();
  let isReported = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout>;

  async function look(): Promise<void> {
    const listens = await isTaken(payUrl);
    if (isStopped) return;
    if (listens) {
      if (isReported) print(`\nA program listens at ${host} now: webhooks can arrive.\n`);
      timer = setTimeout(() => void checkMount(), MOUNT_MS);
      return;
    }
    if (!isReported && performance.now() - begin > START_MS) {
      isReported = true;
      print(
        `\nNothing listens at ${host} yet. A shop that is built first needs longer: this command goes on waiting, and a line\n` +
          `says when a program listens there. Until then no webhook for ${payUrl} can arrive.\n` +
          `Does the shop run already? Then it has another port than PAY_URL: start it at ${port || 'the port of its protocol'}, for example by\n` +
          'PORT in .env, or change PAY_URL, which is in .env or in --pay-url.\n',
      );
    }
    timer = setTimeout(() => void look(), INTERVAL_MS);
  }

  async function checkMount(): Promise<void> {
    const wrong = await findWrongMount(payUrl, secret);
    if (wrong && !isStopped) print(`\n${wrong.message}\n${wrong.fix}\n`);
  }

  timer = setTimeout(() => void look(), INTERVAL_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
