import type { ServiceUser } from '../../server/providers/service/client/account.ts';
import { isLocal } from '../../server/read-options.ts';
import type { Settings } from '../settings.ts';
import { printable } from '../text.ts';
import type { Finding } from './finding.ts';

type Options = Settings['options'];

const API_KEY = 'service.apiKey (SERVICE_KEY)';
const SECRET = 'secret (PAY_SECRET)';

/** Returns the kind of a sandbox key from its prefix. */
const kindOf = (text: unknown) => (typeof text === 'string' ? /^sandbox-(user|store)-/.exec(text)?.[1] : undefined);

const isUrl = (text: unknown): text is string => typeof text === 'string' && /^https?:\/\//.test(text);

const secretsOf = ({ secret }: Options) => [secret].flat();

/** Finds swapped keys by their values. The messages never contain a value. */
export function findSwappedKeys(options: Options): string[] {
  const { baseUrl, apiKey } = options.service ?? {};
  const secrets = secretsOf(options);
  if (isUrl(apiKey))
    return [
      isUrl(baseUrl)
        ? `${API_KEY} is an address, not a key`
        : `${API_KEY} is an address: it and service.baseUrl (SERVICE_URL) are swapped`,
    ];
  if (apiKey && secrets.includes(apiKey)) return [`${SECRET} is the same as ${API_KEY}: use a different secret`];
  const found: string[] = [];
  if (kindOf(apiKey) === 'store') found.push(`${API_KEY} is the store key of the sandbox: use its user key`);
  if (secrets.some(kindOf))
    found.push(
      kindOf(apiKey) === undefined
        ? `${SECRET} is a key of the sandbox: it and ${API_KEY} are swapped`
        : `${SECRET} is a key of the sandbox: use a different secret`,
    );
  if (kindOf(apiKey) && isUrl(baseUrl) && URL.canParse(baseUrl) && !isLocal(baseUrl))
    found.push(`${API_KEY} is a key of the sandbox, and service.baseUrl (SERVICE_URL) is another service`);
  return found;
}

/** Finds keys that the account's response (contract 2.2, 2.4) shows to be in the wrong place. */
export function checkKeys({ options }: Settings, user: ServiceUser): Finding[] {
  const stores = Array.isArray(user.stores) ? user.stores : [];
  const owners = new Map<unknown, string>([
    ...stores.map(({ apiKey, name }) => [apiKey, `the key of the store ${printable(String(name))}`] as const),
    [user.apiKey, "the account's API key"],
  ]);
  const problem = (message: string, fix: string): Finding => ({ name: 'keys', state: 'problem', message, fix });
  const { apiKey } = options.service ?? {};
  const ofSecret = secretsOf(options).flatMap((secret) => (secret && owners.get(secret)) || [])[0];
  return [
    ...(apiKey && apiKey !== user.apiKey && owners.has(apiKey)
      ? [problem(`${API_KEY} is ${owners.get(apiKey)}.`, "Set it to the account's API key.")]
      : []),
    ...(ofSecret === undefined
      ? []
      : [
          problem(
            `${SECRET} is ${ofSecret}, which the service knows.\nEveryone who knows the secret can report a payment as paid.`,
            'Create another secret: openssl rand -hex 32',
          ),
        ]),
  ];
}
