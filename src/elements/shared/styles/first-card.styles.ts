import { cardStyles } from './card.styles.ts';
import { controlStyles } from './control.styles.ts';

/** What every card wears from its first view on. */
export const cardSharedStyles = [controlStyles, cardStyles];
