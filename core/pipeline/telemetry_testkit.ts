/**
 * For tests only: the OpenTelemetry SDK with exporters in memory.
 *
 * @module
 */

import "../runtime/test_mode_testkit.ts";
import { context, metrics, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  type DataPoint,
  MeterProvider,
  MetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";

/** What the SDK has recorded. */
export interface Telemetry {
  /** Removes the spans that have ended, and returns them by their end. */
  takeSpans(): ReadableSpan[];
  /**
   * Returns the counts of a metric since the last call, by attributes, as
   * `provider=op result=done`.
   */
  takeCounts(metric: string): Promise<Record<string, number>>;
  /** Everything that was exported until now, as text. */
  text(): string;
}

class Reader extends MetricReader {
  override onForceFlush(): Promise<void> {
    return Promise.resolve();
  }
  override onShutdown(): Promise<void> {
    return Promise.resolve();
  }
}

/** Sets up the SDK, as an application does at its start. */
export function startTelemetry(): Telemetry {
  const exporter = new InMemorySpanExporter();
  const reader = new Reader();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(exporter)],
    }),
  );
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  const texts: string[] = [];
  const before = new Map<string, number>();
  return {
    takeSpans: () => {
      const spans = exporter.getFinishedSpans();
      exporter.reset();
      texts.push(...spans.map(toText));
      return spans;
    },
    takeCounts: async (metric) => {
      const { resourceMetrics } = await reader.collect();
      texts.push(JSON.stringify(resourceMetrics.scopeMetrics));
      const points = resourceMetrics.scopeMetrics
        .flatMap((scope) => scope.metrics)
        .filter(({ descriptor }) => descriptor.name === metric)
        .flatMap(({ dataPoints }) => dataPoints as DataPoint<number>[]);
      const counts: Record<string, number> = {};
      for (const { attributes, value } of points) {
        const name = Object.entries(attributes)
          .map(([key, one]) => `${key.replace(/^latchkey\./, "")}=${one}`)
          .join(" ");
        const key = `${metric} ${name}`;
        const added = Number(value) - (before.get(key) ?? 0);
        before.set(key, Number(value));
        if (added > 0) counts[name] = added;
      }
      return counts;
    },
    text: () => texts.join("\n"),
  };
}

/** Takes the SDK away again. */
export function stopTelemetry(): void {
  context.disable();
  trace.disable();
  metrics.disable();
}

function toText({ name, attributes, events, links, status }: ReadableSpan) {
  return JSON.stringify({ name, attributes, events, links, status });
}
