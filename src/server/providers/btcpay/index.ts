/** BTCPay Server as the payment provider: `import { btcpay } from 'pay-elements/server/btcpay'`. */

export { btcpay } from './btcpay.ts';
export type { BtcpayOptions } from './options.ts';
