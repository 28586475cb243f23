import { type AuditLogPage, auditEntry } from '@halyard/contract/audit-logs';
import { SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import fc from 'fast-check';
import type { Kysely, KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuditDesk, startAuditDesk } from '../../../test/audit-desk.ts';
import { explainQuery } from '../../../test/explain.ts';
import { fillAuditLog } from '../../../test/fill-audit-log.ts';
import { tamper } from '../../../test/long-audit-log.ts';
import { vacuumAnalyze } from '../../../test/vacuum-analyze.ts';
import { countAudit, searchAudit } from '../../infra/audit/search/search-audit.ts';
import type { DB } from '../../infra/db/schema.ts';

const FILLED = 2_600;

let desk: AuditDesk;

beforeAll(async () => {
  desk = await startAuditDesk();
  await fillAuditLog(desk.test, FILLED);
  // Leave some blocks open: results must not depend on which ones are closed.
  const closed = await desk.closeBlocks();
  expect(closed).toBeGreaterThan(FILLED / 16 - 2);
  await fillAuditLog(desk.test, 45);
});
afterAll(async () => await desk.test.close());

const minutes = fc.integer({ min: -10, max: FILLED + 100 });
const instantAt = (minute: number) => new Date(Date.UTC(2026, 0, 1) + minute * 60_000 + 20_000).toISOString();
/** Leaves out a filter most of the time, so that each query combines only a few. */
const maybe = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const queries = fc.record({
  actorEmail: maybe(
    fc.constantFrom(
      'ada@example.com',
      'ADA@EXAMPLE.COM',
      'user7@example.com',
      'nobody@example.com',
      'USER1',
      'syst',
    ),
  ),
  resourceId: maybe(fc.constantFrom('hot', 'cold', '17', 'none', 'OL', 'wall')),
  resourceType: maybe(fc.constantFrom('user', 'wallet', 'merchant')),
  actionCategory: maybe(fc.constantFrom('user_management', 'authentication', 'system_operation')),
  action: maybe(fc.constantFrom('user.block', 'auth.login', 'rare.7', 'nothing.such', 'Block', 'done')),
  actionPrefix: maybe(fc.constantFrom('user.', 'rare.', 'auth.login', 'User.', 'u%')),
  requestId: maybe(fc.constantFrom('request-7', 'request-800', 'request-none')),
  ipAddress: maybe(fc.constantFrom('10.0.0.1', '10.0.0.2', '10.0.0.99')),
  status: maybe(fc.constantFrom('success', 'partial')),
  actorType: maybe(fc.constantFrom('admin', 'anonymous')),
  from: maybe(minutes.map(instantAt)),
  to: maybe(minutes.map(instantAt)),
  offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: FILLED })),
  limit: fc.integer({ min: 1, max: 100 }),
});
type Query = Readonly<Record<string, string | number | undefined>>;

const PARTS: Readonly<Record<string, string>> = {
  actorEmail: "lower(coalesce(actor_email, replace(actor_type, '_', ' ')))",
  action: "lower(action || E'\\n' || description)",
  resourceId: "lower(concat_ws(E'\\n', replace(resource_type, '_', ' '), resource_id))",
};

/** Returns the ids that a plain SQL query finds, newest first. A filter without a complete match finds parts. */
async function plainly(query: Query): Promise<string[]> {
  const conditions: Readonly<Record<string, string>> = {
    actorEmail: 'lower(actor_email) = lower(?)',
    resourceId: 'resource_id = ?',
    resourceType: 'resource_type = ?',
    actionCategory: 'action_category = ?',
    action: 'action = ?',
    actionPrefix: 'starts_with(action, ?)',
    requestId: 'request_id = ?',
    ipAddress: 'ip_address = ?',
    status: 'status = ?',
    actorType: 'actor_type = ?',
    from: 'created_at >= ?::timestamptz',
    to: 'created_at < ?::timestamptz',
  };
  const filters = Object.entries(query).filter(([name, value]) => name in conditions && value !== undefined);
  const texts: string[] = [];
  for (const [at, [name, value]] of filters.entries()) {
    const condition = conditions[name] ?? '';
    const isPart = name in PARTS && !(await isLogged(condition, value));
    texts.push(
      isPart ? `strpos(${PARTS[name]}, lower($${at + 1})) > 0` : condition.replace('?', `$${at + 1}`),
    );
  }
  const { rows } = await desk.test.database.query<{ id: string }>({
    text: `SELECT id FROM audit_log WHERE ${['true', ...texts].join(' AND ')} ORDER BY sequence DESC`,
    values: filters.map(([, value]) => value),
  });
  return rows.map(({ id }) => id);
}

async function isLogged(condition: string, value: unknown): Promise<boolean> {
  const { rows } = await desk.test.database.query({
    text: `SELECT FROM audit_log WHERE ${condition.replace('?', '$1')} LIMIT 1`,
    values: [value],
  });
  return rows.length > 0;
}

const idsOf = ({ logs }: AuditLogPage) => logs.map(({ id }) => id);
/** Omits undefined values. */
const given = (query: Query) =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

describe('audit log search', () => {
  // @spec D.109
  it('returns the same page and total as a plain query for any filters and offset', async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const expected = await plainly(query);
        const found = await desk.find(given(query));
        const { offset, limit } = query;
        expect(found.totalCount).toBe(expected.length);
        expect(idsOf(found)).toEqual(expected.slice(offset, offset + limit));
        expect(found.nextCursor !== null).toBe(expected.length > offset + limit && found.logs.length > 0);
      }),
      { numRuns: 400 },
    );
  });

  // @spec 7.19, 9.12, D.115
  it('applies each filter on its own', async () => {
    for (const query of [
      { actorEmail: 'ADA@example.com' },
      { resourceId: 'hot' },
      { resourceType: 'wallet' },
      { actionCategory: 'authentication' },
      { action: 'rare.7' },
      { actionPrefix: 'user.' },
      { requestId: 'request-7' },
      { ipAddress: '10.0.0.2' },
      { ipAddress: '10.0.0.2', actionPrefix: 'rare.' },
      { status: 'partial' },
      { actorType: 'user' },
      { from: instantAt(500) },
      { to: instantAt(500) },
    ]) {
      const expected = await plainly(query);
      expect(expected.length, JSON.stringify(query)).toBeGreaterThan(0);
      expect(expected.length, JSON.stringify(query)).toBeLessThan(FILLED);
      expect(await desk.find({ ...query, limit: 100 })).toMatchObject({
        totalCount: expected.length,
        logs: expected.slice(0, 100).map((id) => ({ id })),
      });
    }
  });

  it('does not take a whole email as a part of longer ones', async () => {
    expect((await desk.find({ actorEmail: '7@example' })).totalCount).toBeGreaterThan(0);
    expect((await desk.find({ actorEmail: '7@example.com' })).totalCount).toBe(0);
  });

  it('accepts texts as long as the dashboard lets people type', async () => {
    const typed = 'x'.repeat(SEARCH_LENGTH_MAX);
    expect((await desk.find({ actorEmail: typed, action: typed, resourceId: typed })).totalCount).toBe(0);
  });

  it('finds parts in blocks that an older version closed without their texts', async () => {
    const query = { action: 'rare', limit: 100 };
    const before = await desk.find(query);
    expect(before.totalCount).toBeGreaterThan(0);
    await tamper(
      desk.test.database,
      'CREATE TABLE kept_texts AS TABLE audit_block_texts; DELETE FROM audit_block_texts WHERE block % 2 = 0',
    );
    expect(await desk.find(query)).toEqual(before);
    await tamper(
      desk.test.database,
      'DELETE FROM audit_block_texts; INSERT INTO audit_block_texts SELECT * FROM kept_texts; DROP TABLE kept_texts',
    );
  });

  it('answers more searches for parts than it runs at once', async () => {
    const query = { action: 'rare', limit: 1 };
    const { totalCount } = await desk.find(query);
    const found = await Promise.all(Array.from({ length: 8 }, async () => await desk.find(query)));
    expect(found.map((each) => each.totalCount)).toEqual(Array.from({ length: 8 }, () => totalCount));
  });

  // @spec D.115
  it.each([
    { actorEmail: 'ada@example.com', resourceId: 'hot' },
    { ipAddress: '10.0.0.2', actionPrefix: 'auth.' },
  ])('returns every match of %j once by cursor while entries arrive and blocks close', async (query) => {
    const expected = await plainly(query);
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const page: AuditLogPage = await desk.find({
        ...query,
        limit: 7,
        offset: 3,
        ...(cursor !== null && { cursor }),
      });
      if (cursor === null) walked.push(...expected.slice(0, 3));
      walked.push(...idsOf(page));
      cursor = page.nextCursor;
      await fillAuditLog(desk.test, 5);
      await desk.closeBlocks();
    } while (cursor !== null);
    expect(walked).toEqual(expected);
    const all = await plainly(query);
    expect(all.length).toBeGreaterThan(expected.length);
    expect((await desk.find(query)).totalCount).toBe(all.length);
  });

  it('reads any page with at most seven statements', async () => {
    let asked = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        asked++;
        return result;
      },
    };
    const database = { reader: (desk.test.database.reader as Kysely<DB>).withPlugin(counting) };
    const filter = { status: 'success' } as const;
    const totalCount = await countAudit(database, filter);
    for (let offset = 100; offset < totalCount - 100; offset += 37) {
      asked = 0;
      await searchAudit(database, filter, { limit: 5, offset });
      expect(asked).toBeLessThanOrEqual(7);
    }
  });

  it('finds a request and an address by their indexes', async () => {
    await vacuumAnalyze(desk.test.database, 'audit_log');
    for (const [filter, index] of [
      [{ requestId: 'request-none' }, 'request_id_idx'],
      [{ ipAddress: '10.0.0.99' }, 'ip_address_sequence_idx'],
    ] as const) {
      const { plan } = await explainQuery(
        desk.test.database,
        async (reader) => await searchAudit({ reader }, filter, { limit: 20, offset: 0 }),
      );
      expect(plan).toContain(index);
    }
  });

  it.each(['actionPrefix=', 'requestId=%20', 'ipAddress=', `actionPrefix=${'a'.repeat(101)}`])(
    'answers 400 to %s',
    async (query) => {
      expect((await desk.browser.get(`/audit-logs?${query}`)).status).toBe(400);
    },
  );

  // @spec 3.8, 7.20, D.117
  it('returns exactly the fields of the API contract', async () => {
    const { logs } = await desk.find({ actionCategory: 'authentication', actorType: 'admin', limit: 100 });
    expect(logs.length).toBe(100);
    for (const entry of logs) expect(() => auditEntry.strict().parse(entry)).not.toThrow();
  });
});
