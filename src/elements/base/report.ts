import { PayProblemEvent } from '../events.ts';
import type { Reported } from './console-text.ts';

/** Dispatches the event of a problem, and tells the developer of the page. */
export function report(host: Element, event: Reported): void {
  // Without a connection, there is only the event itself.
  import('./console-text.ts').then(
    ({ printEvent }) => printEvent(host, event),
    () => console.info(host.localName, event),
  );
  if (event.type === 'problem') host.dispatchEvent(new PayProblemEvent(event.problem));
}
