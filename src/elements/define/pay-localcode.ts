import { LocalcodeCard } from '../pay-localcode/localcode-card.ts';
import { PayLocalcodeElement } from '../pay-localcode/pay-localcode.ts';
import { register } from '../register.ts';

// With the tag, so that its first paint waits for no other file.
PayLocalcodeElement.card = LocalcodeCard;
register('pay-localcode', PayLocalcodeElement);

/** The tag's type comes along, so that a page that only registers it is typed too. */
export type { PayLocalcodeElement } from '../pay-localcode/pay-localcode.ts';
