import { createAccount } from './contract/account.ts';
import { createSandboxChain } from './chain/sandbox-chain.ts';
import { checkOptions } from './check-options.ts';
import { createVirtualClock, systemTimers } from './actions/virtual-clock.ts';
import { createApi } from './contract/endpoints.ts';
import { ControlError } from './actions/control-error.ts';
import { controlAnswer, controlCall, controlRefusal } from './actions/control-routes.ts';
import { createControl } from './actions/control.ts';
import type { EarlyWebhook, SandboxControl } from './actions/control.ts';
import { createFaults } from './faults/faults.ts';
import { isForeign, jsonAnswer } from './http.ts';
import type { SandboxAnswer, SandboxRequest } from './http.ts';
import { createPaymentRecords, type PaymentEntry } from './contract/payment-records.ts';
import type { SandboxOptions } from './options.ts';
import { createPages } from './pages/page-routes.ts';
import { createPayerActions } from './actions/payer-actions.ts';
import { createProfileSettings } from './contract/profile-settings.ts';
import { createWebhookScripts } from './webhooks/apply-script.ts';
import { seededHex } from './seeded.ts';
import { fetchSender } from './webhooks/sender.ts';
import type { SandboxState } from './state.ts';
import { createScheduler } from './actions/scheduler.ts';
import { createWebhooks } from './webhooks/webhooks.ts';
import { withFaults } from './faults/with-faults.ts';

/** The complete service without a network: it takes a request and returns a response. */
export interface Sandbox {
  /**
   * Answers a request for the contract, the hosted pages, the panel or `/_control/`. A request that is refused resolves
   * with a response, too.
   */
  readonly handle: (request: SandboxRequest) => Promise<SandboxAnswer>;
  /** Plays the payer, moves the clock and injects faults. */
  readonly control: SandboxControl;
  /** The user's key, for contract 4.1. */
  readonly apiKey: string;
  /** The key of the store. */
  readonly storeApiKey: string;
  /** The contract's {pay_url}, with the hosted pages of crypto and local mobile-code payments. */
  readonly payUrl: string;
  /** The contract's {wallet_pay_url}, with the hosted pages of online-wallet payments. */
  readonly walletPayUrl: string;
  /** Returns the whole state, for the option `saved` of a later sandbox. */
  readonly save: () => SandboxState;
  /** Ends all timers. Webhooks that are still queued are not sent. */
  readonly close: () => void;
}

/**
 * Simulates the payment service: the whole contract, the payer, and a panel to act as the payer.
 *
 * Its clock, random numbers and network are options. So it runs in tests with a fake clock,
 * in the server of `node/start-sandbox.ts` and in a page. `contract/profiles.ts` sets what the contract does not show.
 *
 * @throws TypeError when an option does not exist or has a wrong value; the message names it
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  checkOptions(options);
  return createSandboxWith(options);
}

/** What the commands of this package see, besides. */
export interface SandboxInternals {
  /** Called with each new payment. */
  readonly onCreated?: ((entry: PaymentEntry) => void) | undefined;
}

/** `createSandbox` with what the commands of this package need. */
export function createSandboxWith(options: SandboxOptions & SandboxInternals): Sandbox {
  const { saved } = options;
  const profile = createProfileSettings(options.profile ?? saved?.profile ?? 'strict', options.contractGaps ?? {});
  const { contractGaps } = profile;
  const baseUrl = (options.url ?? 'http://localhost').replace(/\/+$/, '');
  const urls = { payUrl: `${baseUrl}/pay`, walletPayUrl: `${baseUrl}/wallet` };
  const seed = options.seed ?? saved?.seed ?? crypto.randomUUID();
  const apiKey = options.apiKey ?? saved?.apiKey ?? `sandbox-user-${seededHex(seed, 'key of the user', 16)}`;
  const storeApiKey =
    options.storeApiKey ?? saved?.storeApiKey ?? `sandbox-store-${seededHex(seed, 'key of the store', 16)}`;

  const virtualClock = createVirtualClock(options.clock ?? Date.now, options.timers ?? systemTimers, saved?.ahead);
  const { requestsPerMinute = 35, quota = 850 } = options; // contract 8
  const account = createAccount({
    virtualClock,
    seed,
    apiKey,
    storeApiKey,
    requestsPerMinute,
    quota,
    contractGaps,
    saved: saved?.account,
  });
  const records = createPaymentRecords({ virtualClock, seed, contractGaps, saved });
  const targets = options.webhookTargets ?? 'loopback';
  const webhooks = createWebhooks({
    virtualClock,
    send: options.send ?? fetchSender,
    targets,
    storeApiKey,
    contractGaps,
    saved: saved?.deliveries,
  });
  // A saved script belongs to the profile that was active when it was set.
  const sameProfile = saved?.profile === profile.name();
  const scripts = createWebhookScripts(
    virtualClock,
    (sameProfile ? saved?.script : undefined) ?? contractGaps.webhookScript,
  );
  const faults = createFaults(saved?.faults);
  const chain = createSandboxChain({ virtualClock, seed, saved: saved?.chain });
  const payerActions = createPayerActions({ virtualClock, webhooks, scripts, contractGaps, chain });
  const early: EarlyWebhook = { status: undefined };
  const control = createControl({
    records,
    payerActions,
    webhooks,
    account,
    virtualClock,
    early,
    urls,
    scripts,
    faults,
    contractGaps,
    chain,
    profile: profile.view,
    useProfile(name) {
      profile.use(name);
      scripts.setCommon(contractGaps.webhookScript);
    },
  });
  const runSteps = createScheduler(virtualClock, (id, step) =>
    controlCall(control, ['payments', id, step.do], step.fields),
  );
  for (const entry of records.all()) {
    payerActions.remembered(entry);
    runSteps(entry);
  }
  const endpoints = createApi({
    account,
    records,
    webhooks,
    early,
    urls,
    contractGaps,
    onCreated(entry) {
      options.onCreated?.(entry);
      payerActions.created(entry);
      runSteps(entry);
    },
    enterCode: payerActions.code,
  });
  const api = withFaults(endpoints, { faults, virtualClock, contractGaps });
  const pages = createPages({
    control,
    records,
    facts: { baseUrl, apiKey, storeApiKey },
    contractGaps,
    elementsScript: options.elementsScript ?? (async () => undefined),
  });

  return {
    control,
    apiKey,
    storeApiKey,
    ...urls,
    save: () => ({
      apiKey,
      storeApiKey,
      seed,
      profile: profile.name(),
      script: scripts.common(),
      faults: faults.list(),
      ahead: virtualClock.ahead(),
      account: account.save(),
      ...records.save(),
      chain: chain.save(),
      deliveries: webhooks.log().reverse(),
    }),
    close: virtualClock.close,
    async handle(request) {
      const path = request.path.replace(/^\/+/, '/');
      if (!URL.canParse(path, 'http://localhost')) return jsonAnswer(400, { message: 'The request has no path.' });
      const url = new URL(path, 'http://localhost');
      const answer = await api(request, url);
      if (answer) return answer;
      if (request.method !== 'GET' && isForeign(request.headers)) {
        return controlRefusal(
          new ControlError('foreign_origin', 'requests from other sites are not allowed to control the sandbox'),
        );
      }
      return url.pathname.startsWith('/_control/') ? controlAnswer(control, request, url) : pages(request, url);
    },
  };
}
