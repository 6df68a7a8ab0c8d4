import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { CommandError } from '../command.ts';
import type { Order, Recipes, WebhookReport } from './shop.ts';

/** The commands of the command line. */
export interface RecipeCommands {
  readonly order: string;
  readonly changeOrder: string | undefined;
  readonly webhook: string | undefined;
}

/** Recipes that run commands of the shell, each with its values as environment variables. */
export function commandRecipes(commands: RecipeCommands, env: NodeJS.ProcessEnv): Recipes {
  const { order, changeOrder, webhook } = commands;
  return {
    async order({ amount, currency, offerSeconds }) {
      const values = { AMOUNT: amount, CURRENCY: currency, OFFER_SECONDS: String(offerSeconds ?? '') };
      const output = await run('--order', order, { ...env, ...values });
      return (
        readOrder(output) ??
        fail('--order', order, `it printed no address of an order, such as /pay/orders/1f0c…:\n${output}`)
      );
    },
    changeOrder:
      changeOrder === undefined
        ? undefined
        : async (orderRef, amount, currency) =>
            void (await run('--change-order', changeOrder, {
              ...env,
              ORDER: orderRef,
              AMOUNT: amount,
              CURRENCY: currency,
            })),
    webhook:
      webhook === undefined
        ? undefined
        : async (report) => void (await run('--webhook', webhook, { ...env, ...valuesOf(report) })),
  };
}

const valuesOf = ({ id, status, cryptoAmountReceived, confirmations, confirmationsRequired }: WebhookReport) => ({
  PAYMENT: id,
  STATUS: status,
  RECEIVED: cryptoAmountReceived ?? '',
  CONFIRMATIONS: String(confirmations ?? ''),
  CONFIRMATIONS_REQUIRED: String(confirmationsRequired ?? ''),
});

/**
 * Reads an order from the output of a command: the tag of `<pay-checkout>`, an address with `orders/`, the headers of a
 * response (`curl -si`), or the name of the order alone. A header `Cookie` or `Set-Cookie` is the session of its visitor.
 *
 * @internal
 */
export function readOrder(output: string): Order | undefined {
  const address = /\borders\/([^\s"'<>?#/]+)/.exec(output) ?? /^location:\s*\S*\/([^\s/?#]+)\s*$/im.exec(output);
  const orderRef = decode(address?.[1] ?? /^\s*([\w.~%-]+)\s*$/.exec(output)?.[1] ?? '');
  if (orderRef === '') return undefined;
  const cookies = [...output.matchAll(/^(?:set-)?cookie:\s*([^;\r\n]+)/gim)].map(([, pair]) => pair!.trim());
  return { orderRef, cookie: cookies.length > 0 ? cookies.join('; ') : undefined };
}

/** Decodes a part of an address. An empty text when it is not encoded correctly, such as `%zz`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

async function run(option: string, command: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(command, { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return code === 0 ? out : fail(option, command, `it ended with the exit code ${code}:\n${out}${errors}`);
}

function fail(option: string, command: string, reason: string): never {
  throw new CommandError(`The command of ${option} failed, '${command}': ${reason}`);
}
