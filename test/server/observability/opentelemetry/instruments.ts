import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

/** OpenTelemetry's own SDK, with exporters in memory, and what came out of it. */
export function instruments() {
  const spans = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
  const exported = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  // Collected when the test says so, and not by time.
  const reader = new PeriodicExportingMetricReader({ exporter: exported, exportIntervalMillis: 2 ** 31 - 1 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  return {
    /** The options of `openTelemetry`. */
    providers: { tracerProvider, meterProvider },
    spans: () => spans.getFinishedSpans(),
    /** The points of an instrument, as they stand now. */
    points: async (name: string) => {
      exported.reset();
      await reader.forceFlush();
      const found = exported.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
      return (found.find(({ descriptor }) => descriptor.name === `pay_elements.${name}`)?.dataPoints ?? []).map(
        ({ attributes, value }) => ({ attributes: { ...attributes }, value }),
      );
    },
    /** All that would leave the process. */
    all: async () => {
      exported.reset();
      await reader.forceFlush();
      const left = spans
        .getFinishedSpans()
        .map(({ name, attributes, events, status }) => ({ name, attributes, events, status }));
      return JSON.stringify([left, exported.getMetrics()]);
    },
    end: () => Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()]),
  };
}
