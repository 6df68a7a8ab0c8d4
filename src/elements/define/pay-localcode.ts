import { LocalcodeCard } from '../pay-localcode/localcode-card.ts';
import { PayLocalcodeElement } from '../pay-localcode/pay-localcode.ts';
import { register } from '../register.ts';

// The card is part of this module, so that the first paint waits for no other file.
PayLocalcodeElement.card = LocalcodeCard;
register('pay-localcode', PayLocalcodeElement);

/** The type of the element, so that a page that imports only this module has it, too. */
export type { PayLocalcodeElement } from '../pay-localcode/pay-localcode.ts';
