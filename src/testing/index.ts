export { startTestCheckout, type TestCheckout, type TestCheckoutOptions } from './test-checkout.ts';
export { startTestService, type TestPayment, type TestService } from './test-service.ts';
