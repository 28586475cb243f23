import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startTestApplication } from '../test/test-application.ts';
import {
  createMetrics,
  GAUGES,
  type GaugeName,
  LABELED_GAUGES,
  type LabeledGaugeName,
} from './infra/metrics.ts';

const FOLDER = fileURLToPath(new URL('../../../deploy/monitoring/', import.meta.url));
const ALERTS = `${FOLDER}alerts.yaml`;

/** Returns the names of all metrics that the product registers. */
async function registeredNames(): Promise<ReadonlySet<string>> {
  const metrics = createMetrics();
  for (const name of Object.keys(GAUGES)) metrics.watch(name as GaugeName, async () => 0);
  for (const name of Object.keys(LABELED_GAUGES)) {
    metrics.watchByLabel(name as LabeledGaugeName, async () => ({}));
  }
  const types = (await metrics.text()).matchAll(/^# TYPE (\w+) (\w+)$/gm);
  return new Set(
    [...types].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

function namedIn(file: string): readonly string[] {
  const text = readFileSync(`${FOLDER}${file}`, 'utf8');
  return [...new Set(text.match(/\b(halyard|process|nodejs)_\w+/g))];
}

function hasPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('files for monitoring', () => {
  it.each(['alerts.yaml', 'grafana-dashboard.json'])('%s names only metrics of the product', async (file) => {
    const registered = await registeredNames();
    const named = namedIn(file);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !registered.has(name))).toEqual([]);
  });

  it('shows each metric of the product in the dashboard', async () => {
    const shown = namedIn('grafana-dashboard.json');
    const own = [...(await registeredNames())].filter((name) => /^halyard_/.test(name));
    expect(own.filter((name) => !/_(sum|count)$/.test(name) && !shown.includes(name))).toEqual([]);
  });

  it('has panels with titles, queries and distinct numbers', () => {
    const { panels } = JSON.parse(readFileSync(`${FOLDER}grafana-dashboard.json`, 'utf8')) as {
      readonly panels: readonly {
        readonly id: number;
        readonly title: string;
        readonly type: string;
        readonly targets?: readonly { readonly expr: string }[];
      }[];
    };
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { title, type, targets = [] } of panels) {
      expect(title).not.toBe('');
      expect(type === 'row' || targets.every(({ expr }) => expr !== '')).toBe(true);
    }
  });

  it('has alerts only on increases of counters that start at 0', async () => {
    const watched = readFileSync(ALERTS, 'utf8').matchAll(/increase\((\w+)(?:\{(\w+)=~?"([^"]+)"\})?\[/g);
    const test = await startTestApplication();
    const samples = await test.metrics.samples();
    await test.close();
    const starts = [...watched].flatMap(([, name, label, values = '']) => {
      const series = samples.find((metric) => metric.name === name)?.values ?? [];
      return values.split('|').map((value) => {
        const found = series.filter(({ labels }) => label === undefined || labels[label] === value);
        return { name, value, isAtZero: found.length > 0 && found.every((sample) => sample.value === 0) };
      });
    });
    expect(starts.length).toBeGreaterThan(5);
    expect(starts.filter(({ isAtZero }) => !isAtZero)).toEqual([]);
  });

  it.skipIf(!hasPromtool())('has alert rules that Prometheus accepts', () => {
    expect(execFileSync('promtool', ['check', 'rules', ALERTS], { encoding: 'utf8' })).toContain('SUCCESS');
  });

  it.skipIf(!hasPromtool())('has a configuration that Prometheus accepts', () => {
    const args = ['check', 'config', `${FOLDER}prometheus.yaml`];
    expect(execFileSync('promtool', args, { encoding: 'utf8' })).toContain('SUCCESS');
  });

  it.skipIf(!hasPromtool())('has alert rules that fire when they should', () => {
    const args = ['test', 'rules', `${FOLDER}alerts.test.yaml`];
    expect(execFileSync('promtool', args, { encoding: 'utf8' })).toContain('SUCCESS');
  });
});
