import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { droppedLogLines } from './log.ts';

export interface Metrics {
  /** Counts one answered request; `route` is its pattern, never its address. */
  readonly observeRequest: (method: string, route: string, status: number, seconds: number) => void;
  /** Counts one try of an entry of the outbox, by what became of it. */
  readonly countOutboxTry: (kind: string, outcome: 'done' | 'failed' | 'dead' | 'expired') => void;
  /** Counts one backup of a wallet's key that a right code was shown for, by what became of it. */
  readonly countWalletBackup: (outcome: string) => void;
  /** Has the entries of the outbox counted at every scrape. */
  readonly watchOutbox: (count: () => Promise<Readonly<Record<string, number>>>) => void;
  /** Has looked, at every scrape, for an entry of the audit log that was found to be another than was written. */
  readonly watchAuditLog: (readAlarm: () => Promise<object | undefined>) => void;
  /** Has the sources of balances and prices looked at, at every scrape. */
  readonly watchBalanceSources: (read: () => Promise<readonly BalanceSourceState[]>) => void;
  /** Everything, in the Prometheus text format. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

export interface BalanceSourceState {
  readonly name: string;
  /** Since its last success; null where there was none. */
  readonly ageSeconds: number | null;
  /** In a row. */
  readonly failures: number;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'halyard_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'halyard_http_request_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  const outboxTries = new Counter({
    name: 'halyard_outbox_tries_total',
    help: 'Tries of entries of the outbox.',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  const walletBackups = new Counter({
    name: 'halyard_wallet_backups_total',
    help: "Backups of wallets' keys that a right code was shown for.",
    labelNames: ['outcome'],
    registers: [registry],
  });
  new Counter({
    name: 'halyard_log_lines_dropped_total',
    help: 'Lines of the log that standard output did not take.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(droppedLogLines());
    },
  });
  return {
    observeRequest(method, route, status, seconds) {
      requests.inc({ method, route, status });
      durations.observe({ route }, seconds);
    },
    countOutboxTry: (kind, outcome) => outboxTries.inc({ kind, outcome }),
    countWalletBackup: (outcome) => walletBackups.inc({ outcome }),
    watchOutbox(count) {
      new Gauge({
        name: 'halyard_outbox_entries',
        help: 'Entries of the outbox that wait, and those of the last 30 days that were given up.',
        labelNames: ['state'],
        registers: [registry],
        async collect() {
          // While the database is away there is no number, and the other metrics are still to be had.
          const entries = await count().catch(() => ({}));
          this.reset();
          for (const [state, number] of Object.entries(entries)) this.set({ state }, number);
        },
      });
    },
    watchAuditLog(readAlarm) {
      new Gauge({
        name: 'halyard_audit_log_broken',
        help: '1 while the audit log is not as it was written, else 0.',
        registers: [registry],
        async collect() {
          const broken = await readAlarm().then(
            (alarm) => (alarm === undefined ? 0 : 1),
            () => undefined,
          );
          this.reset();
          if (broken !== undefined) this.set(broken);
        },
      });
    },
    watchBalanceSources(read) {
      const watch = (name: string, help: string, pick: (state: BalanceSourceState) => number | null) =>
        new Gauge({
          name,
          help,
          labelNames: ['source'],
          registers: [registry],
          async collect() {
            const states = await read().catch(() => []);
            this.reset();
            for (const state of states) {
              const value = pick(state);
              if (value !== null) this.set({ source: state.name }, value);
            }
          },
        });
      watch(
        'halyard_balance_source_age_seconds',
        'Time since a source of balances or prices last answered.',
        ({ ageSeconds }) => ageSeconds,
      );
      watch(
        'halyard_balance_source_failures',
        'How many times in a row a source of balances or prices failed.',
        ({ failures }) => failures,
      );
    },
    text: async () => await registry.metrics(),
    contentType: registry.contentType,
  };
}
