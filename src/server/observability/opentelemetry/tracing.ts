import { SpanKind, SpanStatusCode, type Attributes, type Span, type Tracer } from '@opentelemetry/api';
import type { CallBegun, CallEnded, CallTried } from '../client/client-event.ts';
import type { CheckoutEvent } from '../events.ts';
import * as name from './attributes.ts';

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** One span for each call of the service. Told of a beginning, it takes the active span for its parent. */
export function createTracing(tracer: Tracer): (event: CheckoutEvent) => void {
  const spans = new Map<number, Span>();
  return (event) => {
    if (event.type === 'call-begun') spans.set(event.id, begin(tracer, event));
    if (event.type === 'call-tried' && event.code !== undefined) note(spans.get(event.id), event);
    if (event.type === 'call-ended') {
      end(spans.get(event.id), event);
      spans.delete(event.id);
    }
  };
}

function begin(tracer: Tracer, { call, method, path, url }: CallBegun): Span {
  const { hostname, port, protocol } = new URL(url);
  return tracer.startSpan(`${method} ${path}`, {
    kind: SpanKind.CLIENT,
    attributes: {
      [name.METHOD]: method,
      [name.TEMPLATE]: path,
      [name.ADDRESS]: hostname,
      [name.PORT]: port === '' ? (PORTS[protocol] ?? 0) : Number(port),
      [name.SCHEME]: protocol.slice(0, -1),
      [name.CALL]: call,
    },
  });
}

/** An attempt that came to nothing; of one that did not, the span itself tells. */
function note(span: Span | undefined, { attempt, waited, status, code }: CallTried): void {
  span?.addEvent('attempt failed', {
    [name.ATTEMPT]: attempt,
    [name.WAITED]: waited,
    ...outcome(status, code),
  });
}

function end(span: Span | undefined, { attempts, status, code }: CallEnded): void {
  if (!span) return;
  span.setAttributes({ ...outcome(status, code), ...(attempts > 1 && { [name.RESENDS]: attempts - 1 }) });
  // What is no error stays unset, as the conventions want it.
  if (code !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: code });
  span.end();
}

/** How an attempt or a call ended. */
export function outcome(status: number | undefined, code: string | undefined): Attributes {
  return { ...(status !== undefined && { [name.STATUS]: status }), ...(code !== undefined && { [name.ERROR]: code }) };
}
