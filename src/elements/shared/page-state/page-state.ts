import { idOf, type PublicPayment } from '../../../core/payment.ts';
import { isFinal, type Phase } from '../../../core/status.ts';
import type { Sign } from '../../../view/outcome-view.ts';
import type { Tone } from '../../../view/status.ts';
import type { PayStatusEvent } from '../../events.ts';
import type { CardContext } from '../card-context.ts';
import { outerProperty } from '../outer-property.ts';
import type { PayElement } from '../pay-element.ts';
import { clearPageState, showPageState } from './document-state.ts';
import { notify, playSound, vibrate } from './signals.ts';

/** The card of a payment. */
export interface PolledCard extends CardContext {
  refresh(): void;
}

/** In the background the state is read this often, and so many times. Browsers run timers there once a minute. */
const POLL_MS = 60_000;
const POLLS = 60;

/** Phases that a payer need not be called for. */
const SILENT: ReadonlySet<Phase> = new Set(['awaiting', 'confirming', 'unknown']);

/** The look of what a card shows now. */
function lookOf({ view }: PolledCard): readonly [Tone, Sign] {
  return view.kind === 'outcome' ? [view.tone, view.sign] : ['warn', 'mark'];
}

/**
 * Tells the payer of changes of a payment: in the document's title while the page is in the background, and by the signals
 * that the shop wants (`pay-notify`). While it is there, the state is read once a minute, for an hour at most.
 *
 * @param known - The phase that the payer has seen.
 * @returns What ends it.
 */
export function watchPayment(host: PayElement, card: PolledCard, known: Phase | undefined): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  let polls = 0;

  const signals = () => (outerProperty(host, 'payNotify') ?? '').toLowerCase().split(/\s+/);

  const changed = (phase: Phase, previousPhase: Phase | undefined, payment: PublicPayment) => {
    const wanted = signals();
    if (wanted.includes('none')) return;
    const { title } = card.view.status;
    if (document.hidden && phase !== 'awaiting')
      showPageState(host, { title, look: wanted.includes('badge') ? lookOf(card) : undefined });
    if (previousPhase === undefined || SILENT.has(phase)) return;
    if (wanted.includes('sound')) playSound();
    if (wanted.includes('vibration')) vibrate();
    if (wanted.includes('notification') && document.hidden) notify(title, idOf(payment));
  };

  const poll = () => {
    const { payment, problem, knownPhase } = card.state;
    if (++polls > POLLS || problem || (knownPhase && isFinal(knownPhase))) clearInterval(timer);
    else if (payment) card.refresh();
  };

  const turned = () => {
    clearInterval(timer);
    polls = 0;
    if (document.hidden) timer = setInterval(poll, POLL_MS);
    else clearPageState(host);
  };

  const onStatus = ({ phase, previousPhase, payment }: PayStatusEvent) => changed(phase, previousPhase, payment);

  host.addEventListener('pay-status', onStatus);
  document.addEventListener('visibilitychange', turned);
  turned();
  // It may have changed while this module was loaded.
  const { payment } = card.state;
  if (payment && payment.phase !== known) changed(payment.phase, known, payment);
  return () => {
    host.removeEventListener('pay-status', onStatus);
    document.removeEventListener('visibilitychange', turned);
    clearInterval(timer);
    clearPageState(host);
  };
}
