import { randomUUID } from 'node:crypto';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { DatabaseLog } from '../db/database-log.ts';
import { errorCode } from '../error-code.ts';
import type { Metrics } from '../metrics.ts';
import { VERSION } from '../version.ts';
import { createMetricProducer } from './metric-producer.ts';

export interface TelemetrySettings {
  readonly traces: boolean;
  readonly metrics: boolean;
  /** Share of traces that are exported, from 0 to 1. */
  readonly sampledShare: number;
  readonly metricIntervalMs: number;
}

/** Limit for the last export, so that a dead collector does not delay the stop. */
const LAST_EXPORT_MS = 3_000;

/**
 * Sends traces and metrics by OTLP/HTTP. The exporters read address, headers and TLS from the `OTEL_EXPORTER_OTLP_*`
 * variables. At most 2,048 spans wait; more are dropped. Returns a function that exports what waits and stops.
 */
export function startTelemetry(
  settings: TelemetrySettings,
  { metrics, log }: { readonly metrics: Pick<Metrics, 'samples'>; readonly log: DatabaseLog },
): () => Promise<void> {
  const resource = ownResource();
  const stops: (() => Promise<void>)[] = [];
  if (settings.traces) {
    stops.push(startTraces(settings.sampledShare, resource, createOutageLog(log, 'traces')));
  }
  if (settings.metrics) {
    const exporter = new OTLPMetricExporter();
    noteResults(exporter, createOutageLog(log, 'metrics'));
    const reader = new PeriodicExportingMetricReader({
      exporter,
      metricProducers: [createMetricProducer(metrics, resource)],
      exportIntervalMillis: settings.metricIntervalMs,
      exportTimeoutMillis: settings.metricIntervalMs,
    });
    const provider = new MeterProvider({ resource, readers: [reader] });
    stops.push(() => provider.shutdown());
  }
  return async () => {
    const stopped = Promise.allSettled(stops.map((stop) => stop()));
    await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, LAST_EXPORT_MS).unref())]);
  };
}

function startTraces(sampledShare: number, resource: Resource, note: NoteResult): () => Promise<void> {
  const exporter = new OTLPTraceExporter();
  noteResults(exporter, note);
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledShare) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown();
}

/** `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` win. The id is random and new at each start. */
function ownResource(): Resource {
  return resourceFromAttributes({
    'service.name': 'halyard',
    'service.version': VERSION,
    'service.instance.id': randomUUID(),
  }).merge(detectResources({ detectors: [envDetector] }));
}

type NoteResult = (result: ExportResult) => void;

function noteResults<Items>(
  exporter: { export: (items: Items, done: NoteResult) => void },
  note: NoteResult,
): void {
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) =>
    send(items, (result) => {
      note(result);
      done(result);
    });
}

/** Logs when the collector starts to fail and when it recovers. It may take only one of the signals. */
function createOutageLog(log: DatabaseLog, signal: 'traces' | 'metrics'): NoteResult {
  let isOut = false;
  return ({ code, error }) => {
    const failed = code === ExportResultCode.FAILED;
    if (failed && !isOut) {
      log.warn(
        { reason: errorCode(error) ?? error?.message },
        `${signal} are dropped: the collector did not take them`,
      );
    }
    if (!failed && isOut) log.info({}, `the collector takes ${signal} again`);
    isOut = failed;
  };
}
