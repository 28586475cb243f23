import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuditDesk, startAuditDesk } from '../../../test/audit-desk.ts';
import { enrolAdministrator } from '../../../test/authenticator.ts';
import { fillAuditLog } from '../../../test/fill-audit-log.ts';
import { plantWallet } from '../../../test/planted-wallet.ts';
import { type AuditEntry, createAppendAudit } from '../../infra/audit/append-audit.ts';

let desk: AuditDesk;

beforeAll(async () => {
  desk = await startAuditDesk();
  await fillAuditLog(desk.test, 100);
});
afterAll(async () => await desk.test.close());

async function append(entry: Partial<AuditEntry>): Promise<void> {
  const { database, masterKeys, clock } = desk.test;
  const appendAudit = createAppendAudit(masterKeys, () => new Date(clock.now));
  await database.transaction(async (transaction) => {
    await appendAudit(transaction, {
      action: 'merchant.close',
      category: 'merchant_management',
      description: 'Done',
      status: 'success',
      actor: { type: 'system' },
      resource: { type: 'merchant' },
      ...entry,
    });
  });
}

describe('GET /audit-logs', () => {
  // @spec 3.11, 7.18, 9.1
  it('returns 20 entries by default, or the requested number', async () => {
    const { logs, totalCount, nextCursor } = await desk.find({});
    expect(logs).toHaveLength(20);
    expect(totalCount).toBeGreaterThan(100);
    expect(nextCursor).toEqual(expect.any(String));
    expect((await desk.find({ limit: 3 })).logs).toEqual(logs.slice(0, 3));
    expect((await desk.find({ limit: 3, offset: 2 })).logs).toEqual(logs.slice(2, 5));
    expect(await desk.find({ offset: 1_000_000_000 })).toEqual({ logs: [], totalCount, nextCursor: null });
  });

  // @spec D.101
  it('returns every entry once by cursor while new entries arrive', async () => {
    const { totalCount } = await desk.find({});
    const ids = new Set<string>();
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await desk.find({ limit: 17, ...(cursor !== '' && { cursor }) });
      for (const { id } of page.logs) ids.add(id);
      cursor = page.nextCursor;
      await fillAuditLog(desk.test, 3);
    }
    expect(ids.size).toBe(totalCount);
  });

  it.each([
    ['actionCategory', 'orders'],
    ['status', 'ok'],
    ['status', ''],
    ['actorType', 'robot'],
    ['resourceType', 'USER'],
    ['actorEmail', ''],
    ['actorEmail', 'x'.repeat(321)],
    ['resourceId', 'x'.repeat(201)],
    ['action', ''],
    ['from', 'yesterday'],
    ['to', '2026-02-30T00:00:00Z'],
    ['from', '2026-02-31T00:00:00Z'],
    ['from', '2026-03-03'],
    ['from', '-infinity'],
    ['to', 'infinity'],
    ['to', '+010000-01-01T00:00:00.000Z'],
    ['from', '-000001-12-31T00:00:00.000Z'],
    ['limit', '0'],
    ['limit', '101'],
    ['offset', '-1'],
    ['cursor', ''],
    ['cursor', 'x'],
    ['cursor', '../../etc/passwd'],
    ['cursor', Buffer.from('v1.0').toString('base64url')],
    ['cursor', Buffer.from('v1.1e3').toString('base64url')],
    ['cursor', Buffer.from("v1.1'; DROP TABLE audit_log").toString('base64url')],
    ['cursor', `${Buffer.from('v1.5').toString('base64url')}=`],
    ['cursor', 'x'.repeat(101)],
  ])('rejects %s=%s', async (name, value) => {
    expect(await desk.ask({ [name]: value })).toMatchObject({
      status: 400,
      body: { status: 'validation_error', errors: [{ field: name }] },
    });
  });

  it.each([
    ['actorEmail', "'; DROP TABLE audit_log; --"],
    ['actorEmail', '<script>alert(1)</script>'],
    ['actorEmail', 'ada%@example.com'],
    ['actorEmail', 'İ\u0130ß\u202e'],
    ['resourceId', '\\x00\u0007\u001b'],
    ['action', '%'],
    ['from', '9999-12-31T23:59:59.999Z'],
    ['from', '9999-12-31T23:59:59-14:00'],
    ['to', '0000-01-01T00:00:00+23:59'],
    ['cursor', Buffer.from('v1.1').toString('base64url')],
  ])('finds nothing for %s=%s', async (name, value) => {
    expect(await desk.find({ [name]: value })).toMatchObject({ logs: [], nextCursor: null });
  });

  it('finds every entry between the earliest and the latest time, and none in a reversed range', async () => {
    const [first, last] = ['0000-01-01T00:00:00+14:00', '9999-12-31T23:59:59.999-14:00'];
    const { totalCount } = await desk.find({});
    expect(await desk.find({ from: first, to: last })).toMatchObject({ totalCount });
    expect(await desk.find({ from: last, to: first })).toMatchObject({ totalCount: 0, logs: [] });
  });

  it('finds the entries of an administrator by any spelling of the e-mail', async () => {
    const other = 'müller@xn--bcher-kva.example';
    await enrolAdministrator(desk.test, 'MÜLLER@Bücher.example');
    const { totalCount } = await desk.find({ actorEmail: 'müller@BÜCHER.example' });
    expect(totalCount).toBeGreaterThan(0);
    expect(await desk.find({ actorEmail: ` ${other} ` })).toMatchObject({ totalCount });
    await desk.test.newBrowser().signIn(other, 'Wrong-Password-000');
    const { logs } = await desk.find({ actorEmail: other });
    expect(logs).toMatchObject([{ actor: { type: 'anonymous', email: other } }]);
  });

  it('starts at the newest entry if the cursor lies beyond it', async () => {
    const cursor = Buffer.from('v1.9007199254740991').toString('base64url');
    const { logs } = await desk.find({ cursor });
    expect(logs).toEqual((await desk.find({})).logs);
  });

  it('accepts a null character in a filter', async () => {
    const { status } = await desk.ask({ actorEmail: 'a\u0000b' });
    expect(status).toBeLessThan(500);
  });

  // @spec 7.21
  it('returns the entries of a wallet for its detail panel', async () => {
    const { logs, totalCount } = await desk.find({
      resourceType: 'wallet',
      resourceId: 'hot',
      limit: 50,
      offset: 0,
    });
    expect(logs.length).toBe(Math.min(50, totalCount));
    expect(totalCount).toBeGreaterThan(0);
    for (const { resource } of logs) expect(resource).toMatchObject({ type: 'wallet', id: 'hot' });
  });

  it('returns only the entries of a wallet that has none, although other ids contain its number', async () => {
    await desk.test.database.query({ text: 'ALTER TABLE wallets ALTER COLUMN id RESTART WITH 4000' });
    const { id } = await plantWallet(desk.test);
    await append({ resource: { type: 'wallet', id: `${id}1` } });
    expect(await desk.find({ resourceType: 'wallet', resourceId: id })).toMatchObject({ totalCount: 0 });
  });
});

describe('GET /audit-logs with a part of what the table shows', () => {
  const ADDRESS = '0x75Bf00112233445566778899aabbccddeeff3494';

  beforeAll(async () => {
    await fillAuditLog(desk.test, 300);
    await append({
      description: '100% refunded_in full',
      resource: { type: 'wallet', id: '7', identifier: ADDRESS },
    });
    await append({
      resource: { type: 'audit_log', identifier: '0x75Ba00112233445566778899aabbccddeeff3494' },
    });
    await append({ actor: { type: 'api_key', id: 'k1' }, action: 'wallet.sweep' });
    await append({ actor: { type: 'admin', email: 'Averyl@Example.com' } });
  });

  it.each([
    ['action', 'SWEEP', { action: 'wallet.sweep' }],
    ['action', 'refunded_IN', { description: '100% refunded_in full' }],
    ['action', '100% refunded_in full', { description: '100% refunded_in full' }],
    ['actorEmail', 'averyl', { actor: { email: 'Averyl@Example.com' } }],
    ['actorEmail', 'api key', { actor: { type: 'api_key' } }],
    ['actorEmail', 'API key', { actor: { type: 'api_key' } }],
    ['resourceId', '0x75Bf…3494', { resource: { identifier: ADDRESS } }],
    ['resourceId', '0x75bf...3494', { resource: { identifier: ADDRESS } }],
    ['resourceId', 'Wallet 0x75Bf…3494', { resource: { identifier: ADDRESS } }],
    ['resourceId', '75BF0011', { resource: { identifier: ADDRESS } }],
    ['resourceId', ADDRESS.toUpperCase(), { resource: { identifier: ADDRESS } }],
    ['resourceId', 'audit LOG', { resource: { type: 'audit_log' } }],
  ])('finds %s=%s', async (name, text, entry) => {
    const { logs, totalCount } = await desk.find({ [name]: text });
    expect(logs).toMatchObject([entry]);
    expect(totalCount).toBe(1);
  });

  it.each([
    ['action', 'refunded.in'],
    ['action', '100_'],
    ['actorEmail', 'api_key'],
    ['resourceId', '0x75Bf…3495'],
  ])('finds nothing for %s=%s', async (name, text) => {
    expect(await desk.find({ [name]: text })).toMatchObject({ logs: [], totalCount: 0 });
  });

  it('walks all matches by cursor with the same exact total', async () => {
    const { totalCount, logs } = await desk.find({ action: 'block', limit: 100 });
    expect(totalCount).toBeGreaterThan(100);
    const first = await desk.find({ action: 'block', limit: 60 });
    const second = await desk.find({ action: 'block', limit: 40, cursor: first.nextCursor ?? '' });
    expect([...first.logs, ...second.logs]).toEqual(logs);
    expect(second.totalCount).toBe(totalCount);
  });
});

describe('GET /audit-logs?platformFeed=hide', () => {
  it('leaves out batches of the platform feed and nothing else', async () => {
    const before = await desk.find({ platformFeed: 'hide' });
    await append({ action: 'platform_feed.orders', actor: { type: 'api_key', id: 'k1' } });
    const [all, shown] = [await desk.find({}), await desk.find({ platformFeed: 'hide' })];
    expect(all.logs[0]?.action).toBe('platform_feed.orders');
    expect(shown.logs).toEqual(before.logs);
    expect(all.totalCount).toBe(shown.totalCount + 1);
    expect(shown.totalCount).toBe(before.totalCount);
  });
});

describe('GET /audit-logs/{id}', () => {
  it('returns one entry with its number, as the list does', async () => {
    const { logs, totalCount } = await desk.find({ limit: 1, offset: 50 });
    const [entry] = logs;
    expect(entry?.sequence).toBe(totalCount - 50);
    expect(await desk.browser.get(`/audit-logs/${entry?.id}`)).toMatchObject({ status: 200, body: entry });
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'x', '1'])('answers 404 for the id %s', async (id) => {
    const answer = await desk.browser.get(`/audit-logs/${id}`);
    expect(answer).toMatchObject({ status: 404, body: { status: 'not_found' } });
  });
});
