import { cardStyles } from './card.styles.ts';
import { controlStyles } from './control.styles.ts';

/** The styles of every card from its first view on. */
export const cardSharedStyles = [controlStyles, cardStyles];
