import { idOf, type PublicPayment } from '../../../core/payment.ts';
import type { Phase } from '../../../core/status.ts';
import type { Sign } from '../../../view/outcome-view.ts';
import type { Tone } from '../../../view/status.ts';
import type { PayStatusEvent } from '../../events.ts';
import type { CardContext } from '../card-context.ts';
import type { PayElement } from '../pay-element.ts';
import { clearPageState, ownTitle, showPageState } from './document-state.ts';
import { notify, playSound, vibrate } from './signals.ts';

/** Phases that cause no signal. */
const SILENT: ReadonlySet<Phase> = new Set(['awaiting', 'confirming', 'unknown']);

/** The colour and the sign of the current view. */
function lookOf({ view }: CardContext): readonly [Tone, Sign] {
  return view.kind === 'outcome' ? [view.tone, view.sign] : ['warn', 'mark'];
}

/**
 * Reports changes of a payment to the payer: in the document's title while the page is hidden, and by the signals that
 * the shop wants (`pay-notify`). A hidden page does not poll. The new state comes from a request that was in progress,
 * from another tab, or from the page.
 *
 * @param known - The last phase that the payer has seen.
 * @returns A function that removes the listeners and the shown state.
 */
export function watchPayment(host: PayElement, card: CardContext, known: Phase | undefined): () => void {
  const signals = () => (host.payNotify ?? '').toLowerCase().split(/\s+/);

  const changed = (phase: Phase, previousPhase: Phase | undefined, payment: PublicPayment) => {
    const wanted = signals();
    if (wanted.includes('none')) return;
    const { title } = card.view.status;
    if (document.hidden && phase !== 'awaiting')
      showPageState(host, { title, look: wanted.includes('badge') ? lookOf(card) : undefined });
    if (previousPhase === undefined || SILENT.has(phase)) return;
    if (wanted.includes('sound')) playSound();
    if (wanted.includes('vibration')) vibrate();
    if (wanted.includes('notification') && document.hidden) notify(title, ownTitle(), idOf(payment));
  };

  const onVisibility = () => {
    if (!document.hidden) clearPageState(host);
  };

  const onStatus = ({ phase, previousPhase, payment }: PayStatusEvent) => changed(phase, previousPhase, payment);

  host.addEventListener('pay-status', onStatus);
  document.addEventListener('visibilitychange', onVisibility);
  // The payment may have changed while this module was loading.
  const { payment } = card.state;
  if (payment && payment.phase !== known) changed(payment.phase, known, payment);
  return () => {
    host.removeEventListener('pay-status', onStatus);
    document.removeEventListener('visibilitychange', onVisibility);
    clearPageState(host);
  };
}
