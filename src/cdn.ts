/** One file with everything inside, for `<script type="module" src="…/pay-elements.js">`: registers the tags by itself. */
import './elements/define.ts';

export * from './elements/index.ts';
