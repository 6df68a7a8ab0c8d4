import { html } from 'lit';
import { splitStandards } from '../../view/network-names.ts';

/** A text with names of networks, in which no line ends inside the name of a standard. */
export const networkText = (text: string): unknown =>
  splitStandards(text).map((part, at) => (at % 2 ? html`<span class="whole">${part}</span>` : part));
