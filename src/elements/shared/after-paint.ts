/**
 * The modules that a card needs after its first paint, in one request: polling, the functions of all controls, the
 * integrity check, all views except the first one, and the secondary messages.
 */
import { secondary } from '../../i18n/en.secondary.ts';
import { addSecondary } from '../../i18n/load-messages.ts';
import { secondaryLocales } from './secondary-locales.ts';
import { outcomeStyles } from './styles/outcome.styles.ts';
import { popoverStyles } from './styles/popover.styles.ts';
import { enlargeStyles } from './styles/enlarge.styles.ts';
import { printStyles } from './styles/print.styles.ts';

export { copyHint } from '../../view/live-status.ts';
export { outcomeMessage } from '../../view/outcome-view.ts';
export { paymentView } from '../../view/payment-view.ts';
export { PaymentFollower } from '../controllers/payment-follower.ts';
export { subscribe } from '../polling/poller-registry.ts';
export { CardInteractions } from './card-interactions.ts';
export { blockedTemplate, outcomeTemplate, problemTemplate, receiptButton } from './templates/outcome.ts';

/** Styles that each card adopts when this module is loaded. */
export const laterStyles = [outcomeStyles, popoverStyles, enlargeStyles, printStyles];

addSecondary('secondary', secondary, secondaryLocales.load);
