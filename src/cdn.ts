/**
 * One file with everything inside, for `<script type="module" src="…/pay-elements.js">`: registers the tags by itself.
 * What is inside is made for browsers, so in Node `pay-elements/cdn` is `pay-elements`.
 */
import './elements/define/pay-crypto.ts';
import './elements/define/pay-wallet.ts';
import './elements/define/pay-localcode.ts';
import './elements/define/pay-checkout.ts';

export * from './elements/index.ts';
