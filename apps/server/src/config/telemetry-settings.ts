import { StartupError } from '../infra/startup-error.ts';
import type { TelemetrySettings } from '../infra/telemetry/start-telemetry.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const;

/**
 * Reads the variables of OpenTelemetry that its exporters do not read themselves. Undefined without an endpoint.
 * @throws StartupError with one line that names the variable and the expected value
 */
export function readTelemetrySettings(environment: Environment): TelemetrySettings | undefined {
  const read = (name: string) => environment[name]?.trim() || undefined;
  if (read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined;
  const isExported = (signal: 'TRACES' | 'METRICS') => {
    const endpoints = [ENDPOINT, `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`].filter((name) => read(name));
    for (const name of endpoints) requireUrl(name, read(name));
    return endpoints.length > 0 && read(`OTEL_${signal}_EXPORTER`) !== 'none';
  };
  const traces = isExported('TRACES');
  const metrics = isExported('METRICS');
  if (!traces && !metrics) return undefined;
  requireProtocol(read);
  return {
    traces,
    metrics,
    sampledShare: readSampledShare(read),
    metricIntervalMs: readInterval(read('OTEL_METRIC_EXPORT_INTERVAL')),
  };
}

type Read = (name: string) => string | undefined;

function requireUrl(name: string, text: string | undefined): void {
  if (/^https?:$/.test(URL.parse(text ?? '')?.protocol ?? '')) return;
  throw new StartupError(`${name}: expected an http:// or https:// URL, such as http://localhost:4318`);
}

/** The only protocol of the exporters. gRPC has another port, so that nothing would arrive. */
function requireProtocol(read: Read): void {
  for (const name of ['PROTOCOL', 'TRACES_PROTOCOL', 'METRICS_PROTOCOL']) {
    const variable = `OTEL_EXPORTER_OTLP_${name}`;
    if ((read(variable) ?? 'http/protobuf') !== 'http/protobuf') {
      throw new StartupError(`${variable}: expected http/protobuf`);
    }
  }
}

function readSampledShare(read: Read): number {
  const name = (read('OTEL_TRACES_SAMPLER') ?? 'always_on').replace(/^parentbased_/, '');
  const sampler = SAMPLERS.find((known) => known === name);
  if (sampler === undefined) {
    throw new StartupError(
      `OTEL_TRACES_SAMPLER: expected one of ${SAMPLERS.join(', ')}, or parentbased_ before it`,
    );
  }
  if (sampler !== 'traceidratio') return sampler === 'always_on' ? 1 : 0;
  const share = Number(read('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (share >= 0 && share <= 1) return share;
  throw new StartupError('OTEL_TRACES_SAMPLER_ARG: expected a number from 0 to 1');
}

function readInterval(text = '60000'): number {
  if (/^[1-9]\d{2,8}$/.test(text)) return Number(text);
  throw new StartupError('OTEL_METRIC_EXPORT_INTERVAL: expected a number of milliseconds, at least 100');
}
