/**
 * Renders a payment, or the ways to pay an order, as plain HTML on a server, for the content of its element. Payers
 * without JavaScript see it, and all payers see it until the element has rendered.
 */
export { renderOrder, type OrderRenderOptions } from './render-order.ts';
export { renderPayment, type RenderOptions } from './render-payment.ts';
