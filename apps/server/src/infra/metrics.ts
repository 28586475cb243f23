import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { droppedLogLines } from './log.ts';
import { VERSION } from './version.ts';

export interface Metrics {
  /** Counts one request; `route` is the route's pattern, not the URL. */
  readonly observeRequest: (method: string, route: string, status: number, seconds: number) => void;
  readonly countOutboxTry: (kind: string, outcome: 'done' | 'failed' | 'dead' | 'expired') => void;
  /** Counts one wallet key backup with a correct code. */
  readonly countWalletBackup: (outcome: string) => void;
  /** Counts one use of a row that was changed outside the product. */
  readonly countForeignRow: (table: string) => void;
  /** Reads at every scrape how many rows of the last check were changed outside the product. */
  readonly watchForeignRows: (read: () => number) => void;
  /** Counts the outbox entries by state at every scrape. */
  readonly watchOutbox: (count: () => Promise<Readonly<Record<string, number>>>) => void;
  /** Checks at every scrape whether the audit log failed verification. */
  readonly watchAuditLog: (readAlarm: () => Promise<object | undefined>) => void;
  /** Reads the state of the balance and price sources at every scrape. */
  readonly watchBalanceSources: (read: () => Promise<readonly BalanceSourceState[]>) => void;
  /** All metrics in the Prometheus text format. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

export interface BalanceSourceState {
  readonly name: string;
  /** Time since the last success; null before the first one. */
  readonly ageSeconds: number | null;
  /** Consecutive failures. */
  readonly failures: number;
}

type Samples = readonly { readonly labels?: Record<string, string>; readonly value: number }[];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: 'halyard_http_requests_total',
    help: 'HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'halyard_http_request_seconds',
    help: 'Time from a request to the end of its response.',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  });
  const outboxTries = new Counter({
    name: 'halyard_outbox_tries_total',
    help: 'Outbox delivery attempts.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const walletBackups = new Counter({
    name: 'halyard_wallet_backups_total',
    help: 'Wallet key backups by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const foreignRows = new Counter({
    name: 'halyard_foreign_rows_refused_total',
    help: 'Uses of sessions, administrators and service keys that were changed outside Halyard.',
    labelNames: ['table'],
    registers,
  });
  addDroppedLogLines(registry);
  new Gauge({
    name: 'halyard_build_info',
    help: 'Always 1. The label is the version of Halyard.',
    labelNames: ['version'],
    registers,
  }).set({ version: VERSION }, 1);
  return {
    observeRequest(method, route, status, seconds) {
      requests.inc({ method, route, status });
      durations.observe({ route }, seconds);
    },
    countOutboxTry: (kind, outcome) => outboxTries.inc({ kind, outcome }),
    countWalletBackup: (outcome) => walletBackups.inc({ outcome }),
    countForeignRow: (table) => foreignRows.inc({ table }),
    watchForeignRows: (read) =>
      addGauge(
        registry,
        {
          name: 'halyard_foreign_rows',
          help: 'Sessions, administrators and service keys that were changed outside Halyard.',
        },
        async () => [{ value: read() }],
      ),
    watchOutbox: (count) => addOutboxEntries(registry, count),
    watchAuditLog: (readAlarm) => addAuditAlarm(registry, readAlarm),
    watchBalanceSources: (read) => addBalanceSources(registry, read),
    text: async () => await registry.metrics(),
    contentType: registry.contentType,
  };
}

function addDroppedLogLines(registry: Registry): void {
  new Counter({
    name: 'halyard_log_lines_dropped_total',
    help: 'Log lines dropped because standard output did not accept them.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(droppedLogLines());
    },
  });
}

/** Adds a gauge that is read at every scrape. It has no samples while `read` fails. */
function addGauge(
  registry: Registry,
  options: { readonly name: string; readonly help: string; readonly labelNames?: string[] },
  read: () => Promise<Samples>,
): void {
  new Gauge({
    ...options,
    registers: [registry],
    async collect() {
      const samples = await read().catch(() => []);
      this.reset();
      for (const { labels = {}, value } of samples) this.set(labels, value);
    },
  });
}

function addOutboxEntries(registry: Registry, count: () => Promise<Readonly<Record<string, number>>>): void {
  const help = 'Waiting outbox entries, and entries of the last 30 days that failed permanently.';
  addGauge(registry, { name: 'halyard_outbox_entries', help, labelNames: ['state'] }, async () =>
    Object.entries(await count()).map(([state, value]) => ({ labels: { state }, value })),
  );
}

function addAuditAlarm(registry: Registry, readAlarm: () => Promise<object | undefined>): void {
  const help = '1 if the audit log failed verification, else 0.';
  addGauge(registry, { name: 'halyard_audit_log_broken', help }, async () => [
    { value: (await readAlarm()) === undefined ? 0 : 1 },
  ]);
}

function addBalanceSources(registry: Registry, read: () => Promise<readonly BalanceSourceState[]>): void {
  const watch = (name: string, help: string, pick: (state: BalanceSourceState) => number | null) =>
    addGauge(registry, { name, help, labelNames: ['source'] }, async () =>
      (await read()).flatMap((state) => {
        const value = pick(state);
        return value === null ? [] : [{ labels: { source: state.name }, value }];
      }),
    );
  watch(
    'halyard_balance_source_age_seconds',
    'Time since a balance or price source last responded.',
    ({ ageSeconds }) => ageSeconds,
  );
  watch(
    'halyard_balance_source_failures',
    'Consecutive failures of a balance or price source.',
    ({ failures }) => failures,
  );
}
