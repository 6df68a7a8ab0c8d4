/**
 * One file with everything inside, for `<script type="module" src="…/pay-elements.js">`: registers the tags by itself.
 * What is inside is made for browsers, so in Node `pay-elements/cdn` is this module and not that file.
 */
import './elements/define.ts';

export * from './elements/index.ts';
