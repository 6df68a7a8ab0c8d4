import { PayLocalcodeElement } from '../pay-localcode.ts';
import { register } from '../register.ts';

register('pay-localcode', PayLocalcodeElement);

/** The tag's type comes along, so that a page that only registers it is typed too. */
export type { PayLocalcodeElement } from '../pay-localcode.ts';
