/**
 * Names of attributes: OpenTelemetry's semantic conventions for HTTP clients (stable since 1.23) where they apply, and
 * names of this package elsewhere. They are written here as text, because the package of the conventions is not part of
 * the OpenTelemetry API.
 */
export const METHOD = 'http.request.method';
export const STATUS = 'http.response.status_code';
export const RESENDS = 'http.request.resend_count';
/** The cause of a failure: the code of the `ServiceError`. It has few values. */
export const ERROR = 'error.type';
export const ADDRESS = 'server.address';
export const PORT = 'server.port';
export const SCHEME = 'url.scheme';
export const TEMPLATE = 'url.template';

export const CALL = 'pay_elements.service.call';
export const ATTEMPT = 'pay_elements.service.attempt';
export const WAITED = 'pay_elements.service.waited_ms';
export const PAYMENT_METHOD = 'pay_elements.payment.method';
export const COIN = 'pay_elements.payment.coin';
export const PHASE = 'pay_elements.payment.phase';
export const OUTCOME = 'pay_elements.webhook.outcome';
export const CHAIN_SOURCE = 'pay_elements.chain.source';
export const CODE = 'pay_elements.problem.code';
