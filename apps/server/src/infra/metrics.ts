import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValueWithName,
  Registry,
} from 'prom-client';
import { droppedLogLines } from './log.ts';
import { VERSION } from './version.ts';

export interface Metrics {
  /** Counts one request; `route` is the route's pattern, not the URL. */
  readonly observeRequest: (method: string, route: string, status: number, seconds: number) => void;
  /** Starts the counters of these kinds at 0: Prometheus sees no increase in a series that starts at 1. */
  readonly expectOutboxTries: (kinds: readonly string[]) => void;
  readonly countOutboxTry: (kind: string, outcome: OutboxOutcome) => void;
  /** Starts the counters of these outcomes at 0. */
  readonly expectWalletBackups: (outcomes: readonly string[]) => void;
  /** Counts one wallet key backup with a correct code. */
  readonly countWalletBackup: (outcome: string) => void;
  /** Starts the counters of these tables at 0. */
  readonly expectForeignRows: (tables: readonly string[]) => void;
  /** Counts one use of a row that was changed outside the product. */
  readonly countForeignRow: (table: string) => void;
  /** Counts one request that failed because the database accepted no writes. */
  readonly countRefusedWrite: () => void;
  /** Reads a gauge at every scrape; undefined gives no sample. */
  readonly watch: (gauge: GaugeName, read: () => Promise<number | undefined>) => void;
  /** Reads at every scrape what the pool's connections do. */
  readonly watchConnections: (read: () => PoolState) => void;
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
  /** All metrics as objects, for another format. */
  readonly samples: () => Promise<readonly MetricSamples[]>;
}

const OUTBOX_OUTCOMES = ['done', 'failed', 'dead', 'expired'] as const;
type OutboxOutcome = (typeof OUTBOX_OUTCOMES)[number];

export type MetricSamples = MetricObjectWithValues<MetricValueWithName<string>>;

export interface BalanceSourceState {
  readonly name: string;
  /** Time since the last success; null before the first one. */
  readonly ageSeconds: number | null;
  /** Consecutive failures. */
  readonly failures: number;
}

/** Numbers of connections, and of requests that wait for one. */
export interface PoolState {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Gauges without labels, with their help texts. */
export const GAUGES = {
  halyard_audit_entries_waiting: 'Audit entries of committed acts that are not linked to the log yet.',
  halyard_audit_seal_age_seconds:
    'How much older the newest kept seal is than the newest entry of the audit log.',
  halyard_clock_offset_seconds: 'How far the clock of this process is ahead of the database.',
  halyard_feed_age_seconds: 'Time since a batch of the platform was accepted. Missing before the first one.',
  halyard_outbox_oldest_seconds: 'Age of the oldest waiting outbox entry; 0 if none waits.',
} as const;
export type GaugeName = keyof typeof GAUGES;

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
  const refusedWrites = new Counter({
    name: 'halyard_writes_refused_total',
    help: 'Requests that failed because the database accepted no writes: read-only, disk full or an I/O error.',
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
    expectOutboxTries(kinds) {
      for (const kind of kinds) {
        for (const outcome of OUTBOX_OUTCOMES) outboxTries.inc({ kind, outcome }, 0);
      }
    },
    countOutboxTry: (kind, outcome) => outboxTries.inc({ kind, outcome }),
    expectWalletBackups(outcomes) {
      for (const outcome of outcomes) walletBackups.inc({ outcome }, 0);
    },
    countWalletBackup: (outcome) => walletBackups.inc({ outcome }),
    expectForeignRows(tables) {
      for (const table of tables) foreignRows.inc({ table }, 0);
    },
    countForeignRow: (table) => foreignRows.inc({ table }),
    countRefusedWrite: () => refusedWrites.inc(),
    watch: (name, read) =>
      addGauge(registry, { name, help: GAUGES[name] }, async () => {
        const value = await read();
        return value === undefined ? [] : [{ value }];
      }),
    watchConnections: (read) =>
      addGauge(
        registry,
        {
          name: 'halyard_database_connections',
          help: 'Database connections of the pool in use and idle, and requests that wait for one.',
          labelNames: ['state'],
        },
        async () => {
          const { inUse, idle, waiting } = read();
          return Object.entries({ in_use: inUse, idle, waiting }).map(([state, value]) => ({
            labels: { state },
            value,
          }));
        },
      ),
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
    samples: async () => await registry.getMetricsAsJSON(),
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
      // It would show 0.
      if (options.labelNames === undefined) this.remove();
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
