import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** Counts one answered request; `route` is its pattern, never its address. */
  readonly observeRequest: (method: string, route: string, status: number, seconds: number) => void;
  /** Counts one try of an entry of the outbox, by what became of it. */
  readonly countOutboxTry: (kind: string, outcome: 'done' | 'failed' | 'dead' | 'expired') => void;
  /** Has the entries of the outbox counted at every scrape. */
  readonly watchOutbox: (count: () => Promise<Readonly<Record<string, number>>>) => void;
  /** Everything, in the Prometheus text format. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
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
  return {
    observeRequest(method, route, status, seconds) {
      requests.inc({ method, route, status });
      durations.observe({ route }, seconds);
    },
    countOutboxTry: (kind, outcome) => outboxTries.inc({ kind, outcome }),
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
    text: async () => await registry.metrics(),
    contentType: registry.contentType,
  };
}
