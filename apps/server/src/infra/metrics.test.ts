import { describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

describe('Metrics', () => {
  it('reads a gauge at every scrape', async () => {
    const metrics = createMetrics();
    let waiting = 3;
    metrics.watchByLabel('halyard_outbox_entries', async () => ({ waiting, dead: 0 }));
    expect(await metrics.text()).toContain('halyard_outbox_entries{state="waiting"} 3');
    waiting = 0;
    expect(await metrics.text()).toContain('halyard_outbox_entries{state="waiting"} 0');
  });

  it('has no sample of a gauge without labels while its reading fails', async () => {
    const metrics = createMetrics();
    let isAway = false;
    metrics.watch('halyard_audit_log_broken', async () => {
      if (isAway) throw new Error('the database is down');
      return 0;
    });
    expect(await metrics.text()).toMatch(/^halyard_audit_log_broken 0$/m);
    isAway = true;
    expect(await metrics.text()).not.toMatch(/^halyard_audit_log_broken/m);
    isAway = false;
    expect(await metrics.text()).toMatch(/^halyard_audit_log_broken 0$/m);
  });

  it('keeps the other metrics available while the count fails', async () => {
    const metrics = createMetrics();
    let isAway = false;
    metrics.watchByLabel('halyard_outbox_entries', async () => {
      if (isAway) throw new Error('the database is down');
      return { waiting: 3 };
    });
    await metrics.text();
    isAway = true;
    metrics.observeRequest('GET', '/healthz', 200, 0.01);
    const text = await metrics.text();
    expect(text).toContain('halyard_http_requests_total{method="GET",route="/healthz",status="200"} 1');
    expect(text).not.toContain('halyard_outbox_entries{');
  });
});
