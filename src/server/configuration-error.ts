import { asSentence } from './as-sentence.ts';

/**
 * The reason why an option is refused. The codes are stable.
 *
 * - `option-missing`: the option is required. Often an environment variable is not set.
 * - `option-unknown`: no option has this name.
 * - `option-renamed`: the option has another name now, which the message contains.
 * - `option-conflict`: the option cannot be used together with another one, which the message names.
 * - `option-invalid`: the value cannot be used.
 */
export type ConfigurationErrorCode =
  'option-missing' | 'option-unknown' | 'option-renamed' | 'option-conflict' | 'option-invalid';

/** The reason why a value is missing, and in a build, where the settings of the shop are not there, how to do without it. */
function withBuildHint(reason: string): string {
  const { npm_lifecycle_event: script, NEXT_PHASE: phase } = globalThis.process?.env ?? {};
  if (!/build/.test(`${script} ${phase}`)) return reason;
  return `${asSentence(reason)} In a build, pass a function: createCheckout(() => ({ … }))`;
}

/**
 * An option of this package that cannot be used. The message names the option and says what to do. It never contains
 * the value, which may be a secret.
 *
 *     try {
 *       createCheckout(options);
 *     } catch (error) {
 *       if (error instanceof ConfigurationError) console.error(error.code, error.option, error.message);
 *       process.exit(1);
 *     }
 */
export class ConfigurationError extends TypeError {
  /** The name of the class. */
  override readonly name = 'ConfigurationError';
  /** The kind of the mistake. */
  readonly code: ConfigurationErrorCode;
  /** The path of the option: `publicUrl`, `service.apiKey`, `creationLimit.perMinute`. */
  readonly option: string;

  constructor(option: string, reason: string, code: ConfigurationErrorCode = 'option-invalid') {
    super(code === 'option-missing' ? `${option} is undefined: ${withBuildHint(reason)}` : `${option}: ${reason}`);
    this.option = option;
    this.code = code;
  }
}
