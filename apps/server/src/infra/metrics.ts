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
  /** Reads a gauge's values by label at every scrape. */
  readonly watchByLabel: (
    gauge: LabeledGaugeName,
    read: () => Promise<Readonly<Record<string, number>>>,
  ) => void;
  /** All metrics in the Prometheus text format. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
  /** All metrics as objects, for another format. */
  readonly samples: () => Promise<readonly MetricSamples[]>;
}

const OUTBOX_OUTCOMES = ['done', 'failed', 'dead', 'expired'] as const;
type OutboxOutcome = (typeof OUTBOX_OUTCOMES)[number];

export type MetricSamples = MetricObjectWithValues<MetricValueWithName<string>>;

/** Gauges without labels, with their help texts. */
export const GAUGES = {
  halyard_audit_entries_waiting: 'Audit entries of committed acts that are not linked to the log yet.',
  halyard_audit_log_broken: '1 if the audit log failed verification, else 0.',
  halyard_audit_seal_age_seconds:
    'How much older the newest kept seal is than the newest entry of the audit log.',
  halyard_clock_offset_seconds: 'How far the clock of this process is ahead of the database.',
  halyard_feed_age_seconds: 'Time since a batch of the platform was accepted. Missing before the first one.',
  halyard_foreign_rows: 'Sessions, administrators and service keys that were changed outside Halyard.',
  halyard_outbox_oldest_seconds: 'Age of the oldest waiting outbox entry; 0 if none waits.',
} as const;
export type GaugeName = keyof typeof GAUGES;

/** Gauges with one label. */
export const LABELED_GAUGES = {
  halyard_balance_source_age_seconds: {
    label: 'source',
    help: 'Time since a balance or price source last responded.',
  },
  halyard_balance_source_failures: {
    label: 'source',
    help: 'Consecutive failures of a balance or price source.',
  },
  halyard_database_connections: {
    label: 'state',
    help: 'Database connections of the pool in use and idle, and requests that wait for one.',
  },
  halyard_outbox_entries: {
    label: 'state',
    help: 'Waiting outbox entries, and entries of the last 30 days that failed permanently.',
  },
} as const;
export type LabeledGaugeName = keyof typeof LABELED_GAUGES;

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
    help: 'Uses of rows that were changed outside Halyard, by table.',
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

  const watch: Metrics['watch'] = (name, read) =>
    addGauge(registry, { name, help: GAUGES[name] }, async () => {
      const value = await read();
      return value === undefined ? [] : [{ value }];
    });

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
    watch,
    watchByLabel: (name, read) => {
      const { label, help } = LABELED_GAUGES[name];
      addGauge(registry, { name, help, labelNames: [label] }, async () =>
        Object.entries(await read()).map(([key, value]) => ({ labels: { [label]: key }, value })),
      );
    },
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
