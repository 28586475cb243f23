import { expect, it } from 'vitest';
import { findMisspelledVariables } from './misspelled-variables.ts';
import { readTelemetrySettings } from './telemetry-settings.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const EVERYTHING = { traces: true, metrics: true, sampledShare: 1, metricIntervalMs: 60_000 };

it.each<[Record<string, string>, object | undefined]>([
  [{}, undefined],
  [{ OTEL_SERVICE_NAME: 'halyard', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, undefined],
  [{ ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }, undefined],
  [ENDPOINT, EVERYTHING],
  [
    { ...ENDPOINT, OTEL_METRICS_EXPORTER: 'none' },
    { ...EVERYTHING, metrics: false },
  ],
  [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'https://a.example/v1' }, { ...EVERYTHING, traces: false }],
  [
    { ...ENDPOINT, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
    { ...EVERYTHING, sampledShare: 0.1 },
  ],
  [
    { ...ENDPOINT, OTEL_TRACES_SAMPLER: 'always_off' },
    { ...EVERYTHING, sampledShare: 0 },
  ],
  [
    { ...ENDPOINT, OTEL_METRIC_EXPORT_INTERVAL: '5000' },
    { ...EVERYTHING, metricIntervalMs: 5_000 },
  ],
])('readTelemetrySettings reads %j', (environment, settings) => {
  expect(readTelemetrySettings(environment)).toEqual(settings);
});

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'somewhere'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_METRICS_PROTOCOL', 'http/json'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_METRIC_EXPORT_INTERVAL', '0'],
])('readTelemetrySettings rejects %s=%s and names it', (name, value) => {
  expect(() => readTelemetrySettings({ ...ENDPOINT, [name]: value })).toThrow(`${name}: expected `);
});

it('readTelemetrySettings rejects a share above 1', () => {
  const environment = { ...ENDPOINT, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '10' };
  expect(() => readTelemetrySettings(environment)).toThrow('OTEL_TRACES_SAMPLER_ARG: expected ');
});

it.each(['ENDPOINT', 'TRACES_ENDPOINT', 'LOGS_ENDPOINT', 'HEADERS', 'PROTOCOL', 'TIMEOUT', 'CERTIFICATE'])(
  'OTEL_EXPORTER_OTLP_%s is not taken for a misspelled variable',
  (ending) => {
    const environment = {
      [`OTEL_EXPORTER_OTLP_${ending}`]: 'x',
      OTEL_SERVICE_NAME: 'x',
      OTEL_LOG_LEVEL: 'x',
    };
    expect(findMisspelledVariables(environment)).toEqual([]);
  },
);
