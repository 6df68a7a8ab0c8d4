import type { VirtualClock } from './virtual-clock.ts';
import type { SandboxChain } from '../chain/sandbox-chain.ts';
import { statusUpdateOf } from '../contract/responses.ts';
import { ControlError } from './control-error.ts';
import { add, compare, decimal, decimalText, divideUp, placesOf, subtract } from '../decimal.ts';
import type { Decimal } from '../decimal.ts';
import { coinOf } from '../contract/payment-records.ts';
import type { CryptoEntry, PaymentEntry, WalletEntry, LocalcodeEntry } from '../contract/payment-records.ts';
import type { ContractGaps } from '../contract/contract-gaps.ts';
import { amountOf, mustBeCrypto, mustBeIn, mustBeOpen, OPEN, REFUNDABLE, STOPPABLE } from './action-guards.ts';
import type { WebhookScripts } from '../webhooks/apply-script.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { State } from '../contract/status-words.ts';

/** The result of a payer action. */
export interface ActionResult {
  /** False when the service does not accept the action of the payer: a wrong code, a transfer below the minimum. */
  readonly accepted: boolean;
  /** English text: what has happened to the payment, or why the action was not accepted. */
  readonly message: string;
}

export interface PayerActions {
  /** Starts the timers and webhooks that follow the creation of a payment. */
  readonly created: (entry: PaymentEntry) => void;
  /** Starts the timers of a payment that was just created, or restored after a restart. */
  readonly remembered: (entry: PaymentEntry) => void;
  /** Pays the exact amount, or uses the correct note or code. On an underpaid payment it pays the rest. */
  readonly pay: (entry: PaymentEntry) => ActionResult;
  readonly under: (entry: PaymentEntry, amount?: string) => ActionResult;
  readonly over: (entry: PaymentEntry, amount?: string) => ActionResult;
  readonly belowMinimum: (entry: PaymentEntry, amount?: string) => ActionResult;
  readonly note: (entry: PaymentEntry, note: string) => ActionResult;
  readonly code: (entry: PaymentEntry, code: string) => ActionResult;
  readonly expire: (entry: PaymentEntry) => ActionResult;
  readonly refund: (entry: PaymentEntry) => ActionResult;
  readonly fail: (entry: PaymentEntry) => ActionResult;
  readonly cancel: (entry: PaymentEntry) => ActionResult;
}

/** Simulates the payer, the networks and the operator: all changes of a payment after its creation. */
export function createPayerActions(options: {
  readonly virtualClock: VirtualClock;
  readonly webhooks: Webhooks;
  readonly scripts: WebhookScripts;
  readonly contractGaps: ContractGaps;
  /** The chain on which the payer's money moves. */
  readonly chain: Pick<SandboxChain, 'send' | 'mine'>;
}): PayerActions {
  const { virtualClock, webhooks, scripts, contractGaps, chain } = options;

  function announce(entry: PaymentEntry): Promise<void> | undefined {
    const url = entry.order.webhookUrl;
    if (url === undefined || !contractGaps.webhookStates.includes(entry.state)) return undefined;
    return webhooks.announce(url, statusUpdateOf(entry, contractGaps), scripts.plan(entry));
  }

  function move(entry: PaymentEntry, state: State): Promise<void> | undefined {
    entry.state = state;
    entry.version += 1;
    return announce(entry);
  }

  function moved(entry: PaymentEntry, state: State, message: string): ActionResult {
    void move(entry, state);
    return { accepted: true, message };
  }

  /** Adds one confirmation at a time, until the required number is reached. */
  function confirm(entry: CryptoEntry, end: 'PAID' | 'OVERPAID'): Promise<void> | undefined {
    if (entry.state !== 'CONFIRMING') return undefined; // the payment has failed or was cancelled meanwhile
    entry.confirmations += 1;
    chain.mine(entry.order.coin);
    if (entry.confirmations >= entry.confirmationsRequired) return move(entry, end);
    virtualClock.after(contractGaps.confirmations.everyMs, () => confirm(entry, end));
    return move(entry, 'CONFIRMING');
  }

  /**
   * Applies a transfer of `amount`. It is compared with the contract's minimum (section 3) and with the expected
   * amount.
   */
  function transfer(entry: CryptoEntry, amount: Decimal): ActionResult {
    const late = entry.state === 'EXPIRED' || entry.state === 'LATE';
    mustBeIn(entry, late ? [entry.state] : OPEN);
    const received = add(decimal(entry.received), amount);
    entry.received = decimalText(received);
    chain.send(entry.order.coin, entry.address, decimalText(amount));
    if (compare(received, decimal(entry.minimum)) < 0) {
      entry.unconfirmable = true;
      entry.version += 1;
      const message = `Sent less than the minimum of ${entry.minimum}: it stays unconfirmed for good, and no webhook is sent.`;
      return { accepted: false, message };
    }
    if (late && contractGaps.afterExpiry === 'LATE') {
      return moved(entry, 'LATE', 'The money came after the payment had expired.');
    }
    const difference = compare(received, decimal(entry.expected));
    if (difference < 0) return moved(entry, 'UNDERPAID', `Received ${entry.received} of ${entry.expected}.`);
    const end = difference > 0 ? 'OVERPAID' : 'PAID';
    if (entry.confirmationsRequired < 1) return moved(entry, end, 'Received.');
    virtualClock.after(contractGaps.confirmations.everyMs, () => confirm(entry, end));
    return moved(entry, 'CONFIRMING', 'Received; the network confirms it now.');
  }

  function walletTransfer(entry: WalletEntry, note: string): ActionResult {
    if (entry.state !== 'EXPIRED') mustBeOpen(entry);
    entry.playedNote = note;
    if (note !== entry.note)
      return moved(entry, 'UNMATCHED', 'The note is not the right one: nobody knows whose it is.');
    return entry.state === 'EXPIRED' && contractGaps.afterExpiry === 'LATE'
      ? moved(entry, 'LATE', 'The transfer came after the payment had expired.')
      : moved(entry, 'PAID', 'The note is right. Paid.');
  }

  function enter(entry: LocalcodeEntry, code: string): ActionResult {
    mustBeOpen(entry);
    if (code.trim() === entry.code) return moved(entry, 'PAID', 'The code is right. Paid.');
    entry.wrongCodes += 1;
    return { accepted: false, message: 'The code is wrong. The payment still waits for the right one.' };
  }

  const remaining = (entry: CryptoEntry) => {
    const rest = subtract(decimal(entry.expected), decimal(entry.received));
    return rest.units > 0n ? rest : decimal(entry.expected); // after the expiry, all of it may have been received
  };

  function remembered(entry: PaymentEntry): void {
    const { expiresAfterMs, confirmations } = contractGaps;
    if (entry.kind === 'crypto' && entry.state === 'CONFIRMING') {
      const end = compare(decimal(entry.received), decimal(entry.expected)) > 0 ? 'OVERPAID' : 'PAID';
      virtualClock.after(confirmations.everyMs, () => confirm(entry, end));
    }
    if (expiresAfterMs === null) return;
    virtualClock.after(Math.max(0, entry.createdAt + expiresAfterMs - virtualClock.now()), () =>
      OPEN.includes(entry.state) ? move(entry, 'EXPIRED') : undefined,
    );
  }

  return {
    remembered,
    created(entry) {
      void announce(entry);
      remembered(entry);
    },
    pay(entry) {
      if (entry.kind === 'wallet') return walletTransfer(entry, entry.note);
      if (entry.kind === 'localcode') return enter(entry, entry.code);
      return transfer(entry, remaining(entry));
    },
    under(entry, amount) {
      const crypto = mustBeCrypto(entry, 'under');
      const rest = remaining(crypto);
      const places = coinOf(crypto.order.coin).decimals;
      const half = divideUp(rest, decimal('2'), Math.min(places, placesOf(rest) + 1));
      const least = subtract(decimal(crypto.minimum), decimal(crypto.received));
      const sent = amount === undefined ? (compare(half, least) < 0 ? least : half) : amountOf(crypto, amount);
      if (compare(sent, rest) >= 0) {
        throw new ControlError(
          'bad_amount',
          amount === undefined
            ? `no amount is below ${decimalText(rest)} and not below the minimum`
            : `${amount} is not below ${decimalText(rest)}, the amount that is due`,
          'amount',
        );
      }
      return transfer(crypto, sent);
    },
    over(entry, amount) {
      const crypto = mustBeCrypto(entry, 'over');
      const rest = remaining(crypto);
      const places = coinOf(crypto.order.coin).decimals;
      const more = add(rest, divideUp(rest, decimal('10'), Math.min(places, placesOf(rest) + 1)));
      const sent = amount === undefined ? more : amountOf(crypto, amount);
      if (compare(sent, rest) <= 0)
        throw new ControlError('bad_amount', `the amount must be above ${decimalText(rest)}, which is due`, 'amount');
      return transfer(crypto, sent);
    },
    belowMinimum(entry, amount) {
      const crypto = mustBeCrypto(entry, 'below-minimum');
      if (crypto.received !== '0')
        throw new ControlError('wrong_state', 'the payment has already received more than the minimum');
      const minimum = decimal(crypto.minimum);
      const half = divideUp(minimum, decimal('2'), coinOf(crypto.order.coin).decimals);
      const sent = amount === undefined ? half : amountOf(crypto, amount);
      if (compare(sent, minimum) >= 0)
        throw new ControlError('bad_amount', `must be below ${crypto.minimum}`, 'amount');
      return transfer(crypto, sent);
    },
    note(entry, note) {
      if (entry.kind !== 'wallet') throw new ControlError('wrong_kind', 'only a wallet payment has a note');
      return walletTransfer(entry, note);
    },
    code(entry, code) {
      if (entry.kind !== 'localcode')
        throw new ControlError('wrong_kind', 'only a local mobile-code payment has a code');
      return enter(entry, code);
    },
    expire(entry) {
      mustBeOpen(entry);
      return moved(entry, 'EXPIRED', 'Expired.');
    },
    refund(entry) {
      mustBeIn(entry, REFUNDABLE);
      return moved(entry, 'REFUNDED', 'Refunded.');
    },
    fail(entry) {
      mustBeIn(entry, STOPPABLE);
      return moved(entry, 'FAILED', 'Failed.');
    },
    cancel(entry) {
      mustBeIn(entry, STOPPABLE);
      return moved(entry, 'CANCELLED', 'Cancelled.');
    },
  };
}
