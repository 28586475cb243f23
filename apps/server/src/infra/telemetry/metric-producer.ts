import { type HrTime, ValueType } from '@opentelemetry/api';
import { hrTime } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricSamples, Metrics } from '../metrics.ts';
import { VERSION } from '../version.ts';

type Samples = MetricSamples['values'];

/** Returns the figures of `/metrics`, with the same names and labels. */
export function createMetricProducer(metrics: Pick<Metrics, 'samples'>, resource: Resource): MetricProducer {
  const startTime = hrTime(0);
  return {
    collect: async () => {
      const times = { startTime, endTime: hrTime() };
      const exported = (await metrics.samples()).flatMap((metric) => toMetricData(metric, times));
      const scopeMetrics = [{ scope: { name: 'halyard', version: VERSION }, metrics: exported }];
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] };
    },
  };
}

function toMetricData(
  { name, help, type, values }: MetricSamples,
  times: { readonly startTime: HrTime; readonly endTime: HrTime },
): readonly MetricData[] {
  const base = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  // The types of prom-client declare an enumeration of numbers, but these are texts.
  switch (String(type)) {
    case 'counter':
      return [
        { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points(values, times) },
      ];
    case 'gauge':
      return [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints: points(values, times) }];
    case 'histogram':
      return [
        { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(name, values, times) },
      ];
    default:
      return [];
  }
}

function points(
  values: Samples,
  times: Pick<DataPoint<number>, 'startTime' | 'endTime'>,
): DataPoint<number>[] {
  return values.map(({ labels, value }) => ({ ...times, attributes: { ...labels }, value }));
}

/** Prometheus counts each bucket with all below it, OpenTelemetry without them. */
function histograms(
  name: string,
  values: Samples,
  times: Pick<DataPoint<Histogram>, 'startTime' | 'endTime'>,
): DataPoint<Histogram>[] {
  const bySeries = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  return [...bySeries].map(([labels, samples]) => {
    const figure = (ending: string) =>
      samples.find(({ metricName }) => metricName === `${name}_${ending}`)?.value ?? 0;
    const buckets = samples.filter(({ metricName }) => metricName === `${name}_bucket`);
    return {
      ...times,
      attributes: JSON.parse(labels),
      value: {
        count: figure('count'),
        sum: figure('sum'),
        buckets: {
          boundaries: buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite),
          counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
        },
      },
    };
  });
}
