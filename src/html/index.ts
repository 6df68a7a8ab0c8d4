/**
 * A payment as plain HTML, made on a server, to be put inside the tag: what a payer without JavaScript sees, and
 * every payer until the tag runs.
 */
export { renderPayment, type RenderOptions } from './render-payment.ts';
