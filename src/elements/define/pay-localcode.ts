import { PayLocalcodeElement } from '../pay-localcode/pay-localcode.ts';
import { register } from '../register.ts';

register('pay-localcode', PayLocalcodeElement);

/** The type of the element, so that a page that imports only this module has it, too. */
export type { PayLocalcodeElement };
