import { PayLocalcodeElement } from '../pay-localcode.ts';
import { register } from '../register.ts';

register('pay-localcode', PayLocalcodeElement);
