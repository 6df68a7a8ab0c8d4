import { readFileSync } from 'node:fs';

/** The cases of the money rules that every backend plays: README.md describes them. */
export interface MoneyCase {
  readonly name: string;
  readonly offer?: number;
  readonly late?: true;
  readonly steps: readonly MoneyStep[];
  readonly settles: boolean;
  readonly sent: number;
}

export interface MoneyStep {
  readonly status?: string;
  readonly received?: string;
  readonly at?: number;
  readonly phase?: string;
  readonly sending?: 'fails';
  readonly amount?: string;
}

export const MONEY_CASES = JSON.parse(
  readFileSync(new URL('cases.json', import.meta.url), 'utf8'),
) as readonly MoneyCase[];
