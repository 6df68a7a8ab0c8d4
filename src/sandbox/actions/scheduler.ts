import type { VirtualClock } from './virtual-clock.ts';
import { ControlError } from './control-error.ts';
import type { PaymentEntry } from '../contract/payment-records.ts';
import type { Step } from './steps.ts';

/**
 * Performs the steps of a creation's directives. Each step runs at its time and after the previous one. A restart
 * continues with the next step. When a step fails, its reason is stored with the payment, and the next step follows.
 *
 * @param does - Performs one step, like the control call of the same name.
 */
export function createScheduler(virtualClock: VirtualClock, does: (id: string, step: Step) => Promise<unknown>) {
  async function run(entry: PaymentEntry, step: Step, index: number): Promise<void> {
    entry.stepsDone = index + 1;
    try {
      for (let time = 0; time < step.times; time += 1) await does(entry.id, step);
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      entry.stepFault = `${step.do}: ${error.message}`;
    }
  }

  return function begin(entry: PaymentEntry): void {
    let at = entry.createdAt;
    let before: Promise<void> = Promise.resolve();
    for (const [index, step] of (entry.order.directives?.steps ?? []).entries()) {
      at += step.afterMs;
      if (index < (entry.stepsDone ?? 0)) continue;
      virtualClock.after(
        Math.max(0, at - virtualClock.now()),
        () => (before = before.then(() => run(entry, step, index))),
      );
    }
  };
}
