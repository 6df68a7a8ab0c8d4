/** The result of one check of the doctor. */
export interface Finding {
  /** A stable name, for programs. */
  readonly name:
    | 'configuration'
    | 'service'
    | 'provider'
    | 'keys'
    | 'account'
    | 'usage'
    | 'chain'
    | 'store'
    | 'statuses'
    | 'order'
    | 'webhooks'
    | 'forms'
    | 'development'
    | 'visitors';
  readonly state: 'ok' | 'warning' | 'problem' | 'skipped';
  /** The result, in plain words. */
  readonly message: string;
  /** The recommended action. */
  readonly fix?: string;
  /** The result for programs: names, counts and times, never a key. */
  readonly facts?: Readonly<Record<string, unknown>>;
}
