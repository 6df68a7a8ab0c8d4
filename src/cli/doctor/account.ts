import type { ServiceStore, ServiceUser } from '../../server/providers/service/client/account.ts';
import { printable } from '../text.ts';
import type { Finding } from './finding.ts';

/** The usage from which there is a warning, in percent. */
const NEARLY = 80;

/** A plan that ends within this number of days causes a warning. */
const SOON_DAYS = 14;
const DAY_MS = 24 * 60 * 60_000;

const textOf = (value: unknown) => (typeof value === 'string' ? printable(value) : undefined);

/** Reports the account and its plan (contract 2.2, 2.3). */
export function checkAccount(user: ServiceUser, now: number): Finding {
  const { username, email, currentPlan: plan, agreedTOS } = user;
  const who = [textOf(username), textOf(email)].filter(Boolean).join(', ') || printable(user.id);
  const ends = typeof plan?.expiresAt === 'string' ? Date.parse(plan.expiresAt) : NaN;
  const left = textOf(plan?.remainingTime);
  const message = `${who}. Plan ${textOf(plan?.name) ?? 'without a name'}${left ? ` (${left})` : ''}. Its key: [redacted].`;
  const facts = {
    id: textOf(user.id),
    username: textOf(username),
    email: textOf(email),
    plan: { name: textOf(plan?.name), expiresAt: textOf(plan?.expiresAt), remainingTime: left },
  };
  if (ends <= now + SOON_DAYS * DAY_MS) {
    const [state, verb] = ends <= now ? (['problem', 'ended'] as const) : (['warning', 'ends'] as const);
    return {
      name: 'account',
      state,
      message: `${message}\nThe plan ${verb} on ${day(ends)}.`,
      fix: 'Renew it.',
      facts,
    };
  }
  if (agreedTOS === false) {
    const fix = "Accept them in the service's account. Without that, the service may reject payments.";
    return {
      name: 'account',
      state: 'warning',
      message: `${message}\nThe terms of service are not accepted.`,
      fix,
      facts,
    };
  }
  return { name: 'account', state: 'ok', message, facts };
}

/** Reports the used requests of each store (contract 2.4). */
export function checkUsage({ stores }: ServiceUser): Finding {
  const all = (Array.isArray(stores) ? (stores as readonly ServiceStore[]) : []).map(readStore);
  if (all.length === 0)
    return {
      name: 'usage',
      state: 'warning',
      message: 'The account has no store.',
      fix: 'Create a store at the service.',
    };
  const message = all.map(({ name, used, allowed, percent, since }) => {
    const counted = allowed === undefined ? 'its usage is not known' : `${used} of ${allowed} requests (${percent} %)`;
    return `Store ${name ?? 'without a name'}: ${counted}${since ? ` since ${since}` : ''}. Its key: [redacted].`;
  });
  const most = Math.max(...all.map(({ percent = 0 }) => percent));
  const state = most >= 100 ? 'problem' : most >= NEARLY ? 'warning' : 'ok';
  const fix =
    state === 'ok'
      ? {}
      : {
          fix:
            state === 'problem'
              ? 'No payment can be created until the next period: ask the operator for a larger plan.'
              : 'Ask the operator for a larger plan soon: without free requests, no payment can be created.',
        };
  return { name: 'usage', state, message: message.join('\n'), ...fix, facts: { stores: all } };
}

function readStore({ id, name, currentApiUsage, maxApiRequests, lastApiReset }: ServiceStore) {
  const [used, allowed] = [Number(currentApiUsage ?? NaN), Number(maxApiRequests ?? NaN)];
  const counted = used >= 0 && allowed > 0;
  return {
    id: textOf(id),
    name: textOf(name),
    ...(counted && { used, allowed, percent: Math.floor((used / allowed) * 100) }),
    since: textOf(lastApiReset)?.slice(0, 10),
  };
}

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
