import { cardStyles } from './card.styles.ts';
import { controlStyles } from './control.styles.ts';
import { outcomeStyles } from './outcome.styles.ts';
import { printStyles } from './print.styles.ts';

/** What every card wears. */
export const sharedStyles = [controlStyles, cardStyles, outcomeStyles, printStyles];
