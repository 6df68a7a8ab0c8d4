import { SpanKind, SpanStatusCode, type Attributes, type Span, type Tracer } from '@opentelemetry/api';
import type { RequestStarted, RequestCompleted, RequestAttempted } from '../client-event.ts';
import type { CheckoutEvent } from '../events.ts';
import * as name from './attributes.ts';
import { omitUndefined } from '../../omit-undefined.ts';

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Creates a span for each call of the service. Its parent is the span that is active when the call starts. */
export function createTracing(tracer: Tracer): (event: CheckoutEvent) => void {
  const spans = new Map<number, Span>();
  return (event) => {
    if (event.type === 'request-started') spans.set(event.id, begin(tracer, event));
    if (event.type === 'request-attempted' && event.code !== undefined) note(spans.get(event.id), event);
    if (event.type === 'request-completed') {
      end(spans.get(event.id), event);
      spans.delete(event.id);
    }
  };
}

function begin(tracer: Tracer, { call, method, path, url }: RequestStarted): Span {
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

/** Adds a failed attempt to the span as an event. The span's own attributes describe the last attempt. */
function note(span: Span | undefined, { attempt, waited, status, code }: RequestAttempted): void {
  span?.addEvent('attempt failed', {
    [name.ATTEMPT]: attempt,
    [name.WAITED]: waited,
    ...outcome(status, code),
  });
}

function end(span: Span | undefined, { attempts, status, code }: RequestCompleted): void {
  if (!span) return;
  span.setAttributes({ ...outcome(status, code), ...(attempts > 1 && { [name.RESENDS]: attempts - 1 }) });
  // Without an error the status stays unset, as the conventions require.
  if (code !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: code });
  span.end();
}

/** The attributes of the result of an attempt or a call. */
export function outcome(status: number | undefined, code: string | undefined): Attributes {
  return omitUndefined({ [name.STATUS]: status, [name.ERROR]: code });
}
