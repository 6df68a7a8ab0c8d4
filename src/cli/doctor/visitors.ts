import { isLocal } from '../../server/read-options.ts';
import type { ProbeVisitor } from '../../server/http/probe.ts';
import type { Finding } from './finding.ts';

/** What was tested. */
const SENT = 'The doctor sent a request with a false address in X-Forwarded-For, as a visitor could.';

/**
 * Reports whether the shop took the address in a forged `X-Forwarded-For` for that of the visitor.
 *
 * @param visitor the visitor of the forged request, as the running shop sees it
 */
export function judgeForgedHeader(publicUrl: string, visitor: ProbeVisitor | undefined): Finding {
  const name = 'visitors';
  const facts = { visitor };
  switch (visitor) {
    case 'identified':
      return {
        name,
        state: 'ok',
        message: `${SENT}\nThe shop did not use it: a visitor who comes this way cannot pretend to be many.\nOther ways to it, such as its own port, were not tested.`,
        facts,
      };
    case 'forged':
      return isLocal(publicUrl)
        ? {
            name,
            state: 'ok',
            message: `${SENT}\nThe shop used the false address. That is correct here: it trusts a proxy on its own machine, and the doctor runs there.\nIt proves nothing about production: run the doctor with the public URL.`,
            facts,
          }
        : {
            name,
            state: 'problem',
            message: `${SENT}\nThe shop used the false address: one visitor can pretend to be many, and create all payments that creationLimit allows for the shop.`,
            fix: 'Let the proxy append the address of the connection.\nnginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\nOr set creationLimit.proxies to the number of your proxies, 0 for none.',
            facts,
          };
    case 'unidentified':
      return isLocal(publicUrl)
        ? {
            name,
            state: 'ok',
            message: `${SENT}\nThe shop did not use it, and does not identify visitors from this machine. That is correct here.`,
            facts,
          }
        : {
            name,
            state: 'warning',
            message: `${SENT}\nThe shop did not use it, but did not find the real address either. All visitors without an address share one limit.`,
            fix: 'Set creationLimit.proxies or creationLimit.address.\nFrom a machine in the same private network as the proxy, this is normal.',
            facts,
          };
    case 'unlimited':
      return {
        name,
        state: isLocal(publicUrl) ? 'ok' : 'warning',
        message: 'creationLimit is off: one visitor can use up the requests of the plan.',
        ...(isLocal(publicUrl) ? {} : { fix: 'Remove creationLimit: false.' }),
        facts,
      };
    default:
      return { name, state: 'skipped', message: 'The running shop does not report how it sees its visitors.', facts };
  }
}
