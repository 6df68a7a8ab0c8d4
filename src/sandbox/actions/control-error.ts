/** Why a control call was refused. */
export type ControlErrorCode =
  | 'unknown_payment'
  | 'unknown_delivery'
  | 'unknown_transaction'
  | 'unknown_call'
  | 'wrong_kind'
  | 'wrong_state'
  | 'no_webhook_url'
  | 'chain_unreachable'
  | 'bad_amount'
  | 'bad_request'
  | 'foreign_origin';

/** A control call that cannot be performed, with the reason. */
export class ControlError extends Error {
  /** Stable: switch on it. The HTTP calls below `/_control/` return it as `code`. */
  readonly code: ControlErrorCode;
  /** The invalid field of the call. */
  readonly field: string | undefined;

  constructor(code: ControlErrorCode, message: string, field?: string) {
    super(message);
    this.name = 'ControlError';
    this.code = code;
    this.field = field;
  }
}
