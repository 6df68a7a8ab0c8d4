import { createAccount } from './account.ts';
import { createAgenda, systemTimers } from './agenda.ts';
import { createApi } from './api.ts';
import { ControlError } from './control-error.ts';
import { controlAnswer, controlCall, controlRefusal } from './control-routes.ts';
import { createControl } from './control.ts';
import type { EarlyNews, SandboxControl } from './control.ts';
import { createFaults } from './faults.ts';
import { jsonAnswer } from './http.ts';
import type { SandboxAnswer, SandboxRequest } from './http.ts';
import { createLedger } from './ledger.ts';
import type { SandboxOptions } from './options.ts';
import { createPages } from './pages-routes.ts';
import { createPlays } from './plays.ts';
import { createProfileSwitch } from './profile-switch.ts';
import { createScripts } from './scripts.ts';
import { seededHex } from './seeded.ts';
import { fetchSender } from './sender.ts';
import type { SandboxState } from './state.ts';
import { createStepRunner } from './step-runner.ts';
import { createWebhooks } from './webhooks.ts';
import { withFaults } from './with-faults.ts';

/** The whole service without a network: a request in, an answer out. */
export interface Sandbox {
  readonly handle: (request: SandboxRequest) => Promise<SandboxAnswer>;
  readonly control: SandboxControl;
  /** The user's key, for contract 4.1. */
  readonly apiKey: string;
  /** The key of the one store. */
  readonly storeApiKey: string;
  /** {pay_url} and {wallet_pay_url}. */
  readonly payUrl: string;
  readonly walletPayUrl: string;
  /** All it remembers, for a sandbox after it. */
  readonly save: () => SandboxState;
  /** Ends every wait. Webhooks that were still to be sent are not. */
  readonly close: () => void;
}

/**
 * Plays the payment service: the whole contract, the payer, and the panel to play the payer with.
 *
 * It is one pure core for tests with a turned clock, for the server in `node.ts` and for a page: time, chance and
 * the sending of webhooks are handed in. What the contract does not show is chosen in `profiles.ts`.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { saved } = options;
  const profile = createProfileSwitch(options.profile ?? saved?.profile ?? 'strict', options.notShown ?? {});
  const { notShown } = profile;
  const baseUrl = (options.url ?? 'http://localhost').replace(/\/+$/, '');
  const urls = { payUrl: `${baseUrl}/pay`, walletPayUrl: `${baseUrl}/wallet` };
  const seed = options.seed ?? saved?.seed ?? crypto.randomUUID();
  const apiKey = options.apiKey ?? saved?.apiKey ?? `sandbox-user-${seededHex(seed, 'key of the user', 16)}`;
  const storeApiKey =
    options.storeApiKey ?? saved?.storeApiKey ?? `sandbox-store-${seededHex(seed, 'key of the store', 16)}`;

  const agenda = createAgenda(options.clock ?? Date.now, options.timers ?? systemTimers, saved?.ahead);
  const { requestsPerMinute = 35, quota = 850 } = options; // contract 8
  const account = createAccount({
    agenda,
    seed,
    apiKey,
    storeApiKey,
    requestsPerMinute,
    quota,
    notShown,
    saved: saved?.account,
  });
  const ledger = createLedger({ agenda, seed, notShown, saved });
  const targets = options.webhookTargets ?? 'loopback';
  const webhooks = createWebhooks({
    agenda,
    send: options.send ?? fetchSender,
    targets,
    storeApiKey,
    notShown,
    saved: saved?.deliveries,
  });
  // A script is remembered with the profile it was set under.
  const sameProfile = saved?.profile === profile.name();
  const scripts = createScripts(agenda, (sameProfile ? saved?.script : undefined) ?? notShown.webhookScript);
  const faults = createFaults(saved?.faults);
  const plays = createPlays({ agenda, webhooks, scripts, notShown });
  const early: EarlyNews = { status: undefined };
  const control = createControl({
    ledger,
    plays,
    webhooks,
    account,
    agenda,
    early,
    urls,
    scripts,
    faults,
    notShown,
    profile: profile.view,
    useProfile(name) {
      profile.use(name);
      scripts.setCommon(notShown.webhookScript);
    },
  });
  const playSteps = createStepRunner(agenda, (id, step) =>
    controlCall(control, ['payments', id, step.do], step.fields),
  );
  for (const entry of ledger.all()) {
    plays.remembered(entry);
    playSteps(entry);
  }
  const endpoints = createApi({
    account,
    ledger,
    webhooks,
    early,
    urls,
    notShown,
    onCreated(entry) {
      plays.created(entry);
      playSteps(entry);
    },
    enterCode: plays.code,
  });
  const api = withFaults(endpoints, { faults, agenda, notShown });
  const pages = createPages({
    control,
    ledger,
    facts: { baseUrl, apiKey, storeApiKey },
    notShown,
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
      ahead: agenda.ahead(),
      account: account.save(),
      ...ledger.save(),
      deliveries: webhooks.log().reverse(),
    }),
    close: agenda.close,
    async handle(request) {
      const path = request.path.replace(/^\/+/, '/');
      if (!URL.canParse(path, 'http://localhost')) return jsonAnswer(400, { message: 'The request has no path.' });
      const url = new URL(path, 'http://localhost');
      const answer = await api(request, url);
      if (answer) return answer;
      // A page from elsewhere in the payer's browser must not play in here.
      if (request.method !== 'GET' && request.headers['sec-fetch-site'] === 'cross-site') {
        return controlRefusal(new ControlError('foreign_origin', 'another site may not play here'));
      }
      return url.pathname.startsWith('/_control/') ? controlAnswer(control, request, url) : pages(request, url);
    },
  };
}
