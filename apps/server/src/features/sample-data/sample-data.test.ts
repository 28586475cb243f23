import { feedCredential, feedMerchant, feedOrder, feedUser } from '@halyard/contract/platform-feed';
import { describe, expect, it } from 'vitest';
import { createSampleData } from './sample-data.ts';

const NOW = new Date('2026-03-17T14:20:00.000Z');
const data = createSampleData(7, NOW);

const SLOW_MS = 120_000;
const RESERVED = /(^|\.)(example\.(com|net|org)|test)$/;
const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Han',
  'Hiragana',
  'Hangul',
  'Thai',
] as const;

function share(part: readonly unknown[], whole: readonly unknown[]): number {
  return part.length / whole.length;
}

describe('createSampleData', () => {
  it('returns the same data for the same seed and time, and other data for another seed', () => {
    const create = (seed: number) => createSampleData(seed, NOW, 2_000);
    expect(JSON.stringify(create(7))).toBe(JSON.stringify(create(7)));
    expect(create(8).users[0]).not.toEqual(create(7).users[0]);
  });

  it.each([1, 2, 3])(
    'matches the contract with unique ids and e-mails (seed %i)',
    {
      timeout: SLOW_MS,
    },
    (seed) => {
      const { users, merchants, orders, credentials } = createSampleData(seed, NOW);
      expect(users.length).toBeGreaterThanOrEqual(400);
      expect(merchants.length).toBeGreaterThanOrEqual(300);
      expect(orders.length).toBeGreaterThanOrEqual(20_000);
      expect(users.filter((user) => !feedUser.safeParse(user).success)).toEqual([]);
      expect(merchants.filter((merchant) => !feedMerchant.safeParse(merchant).success)).toEqual([]);
      expect(orders.filter((order) => !feedOrder.safeParse(order).success)).toEqual([]);
      expect(credentials.filter((credential) => !feedCredential.safeParse(credential).success)).toEqual([]);
      const ids = [...users, ...merchants, ...orders, ...credentials].map(({ uuid }) => uuid);
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(users.map(({ email }) => email)).size).toBe(users.length);
    },
  );

  it('uses only reserved domains for e-mails and websites', () => {
    for (const { email } of data.users) expect(email.split('@')[1]).toMatch(RESERVED);
    for (const { website } of data.merchants) {
      if (website?.startsWith('http')) expect(new URL(website).hostname).toMatch(RESERVED);
    }
  });

  it('includes names of many scripts and lengths, some with markup', () => {
    const names = data.users.map(({ name }) => name);
    for (const script of SCRIPTS) {
      const written = names.filter((name) => new RegExp(`\\p{Script=${script}}`, 'u').test(name));
      expect(written.length).toBeGreaterThanOrEqual(3);
    }
    const lengths = names.map((name) => name.length);
    expect(Math.min(...lengths.filter((length) => length > 0))).toBe(1);
    expect(Math.max(...lengths)).toBe(200);
    for (const text of ['<script>', 'onerror=', '{{', '\u202e', '\u200b', '🦊']) {
      expect(names.some((name) => name.includes(text))).toBe(true);
    }
    expect(data.merchants.some(({ name }) => name.includes('<'))).toBe(true);
    expect(data.merchants.some(({ website }) => website?.startsWith('javascript:'))).toBe(true);
  });

  it('includes users and merchants in every state', () => {
    const { users, merchants } = data;
    expect(users.filter(({ deletedAt }) => deletedAt).length).toBeGreaterThan(5);
    expect(users.filter(({ initial }) => initial?.blocked).length).toBeGreaterThan(10);
    expect(
      share(
        users.filter(({ deletedAt, initial }) => !deletedAt && !initial?.blocked),
        users,
      ),
    ).toBeGreaterThan(0.9);
    expect(merchants.filter(({ deletedAt }) => deletedAt).length).toBeGreaterThan(10);
    expect(merchants.filter(({ website }) => website === null).length).toBeGreaterThan(20);
    expect(merchants.some(({ userUuid }) => userUuid === null)).toBe(true);
    const rates = users.map(({ initial }) => Number(initial?.serviceFeeRate ?? '0.01'));
    expect(Math.min(...rates)).toBe(0);
    expect(Math.max(...rates)).toBe(0.05);
  });

  it('respects merchant limits and creates credentials only for users who can sign in', () => {
    for (const { uuid, initial } of data.users) {
      const own = data.merchants.filter(({ userUuid, deletedAt }) => userUuid === uuid && !deletedAt);
      if ((initial?.maxMerchants ?? -1) >= 0) {
        expect(own.length).toBeLessThanOrEqual(initial?.maxMerchants ?? 0);
      }
    }
    expect(data.users.some(({ initial }) => initial?.maxMerchants === 0)).toBe(true);
    const shutOut = new Set(
      data.users.filter(({ deletedAt, initial }) => deletedAt || initial?.blocked).map(({ uuid }) => uuid),
    );
    expect(data.credentials.filter(({ userUuid }) => shutOut.has(userUuid))).toEqual([]);
    for (const kind of ['session', 'api_key']) {
      const ofKind = data.credentials.filter((credential) => credential.kind === kind);
      expect(ofKind.filter(({ endedAt }) => endedAt == null).length).toBeGreaterThan(50);
      expect(ofKind.some(({ endedAt }) => endedAt != null)).toBe(true);
    }
  });

  it('includes invitations of every status, and only accepted ones belong to users', () => {
    const { invitations, users } = data;
    const createdAt = new Map(users.map((user) => [user.email, user.createdAt]));
    const accepted = invitations.filter(({ status }) => status === 'accepted');
    expect(accepted.length).toBeGreaterThan(20);
    for (const { email, createdAt: sentAt, expiresAt } of accepted) {
      expect(sentAt < (createdAt.get(email) ?? '')).toBe(true);
      expect((createdAt.get(email) ?? '') < expiresAt).toBe(true);
    }
    const others = invitations.filter(({ status }) => status !== 'accepted');
    expect(others.filter(({ email }) => createdAt.has(email))).toEqual([]);
    expect(new Set(others.map(({ email }) => email)).size).toBe(others.length);
    const pending = invitations.filter(({ status }) => status === 'pending');
    const isOpen = ({ expiresAt }: { expiresAt: string }) => expiresAt > NOW.toISOString();
    expect(pending.filter(isOpen).length).toBeGreaterThan(5);
    expect(pending.filter((invitation) => !isOpen(invitation)).length).toBeGreaterThan(5);
    expect(invitations.some(({ status }) => status === 'revoked')).toBe(true);
    for (const { email, createdAt: sentAt } of invitations) {
      expect(email.split('@')[1]).toMatch(RESERVED);
      expect(sentAt < NOW.toISOString()).toBe(true);
    }
  });

  it('places orders only at open merchants and payments after their orders', () => {
    const openFrom = new Map(data.merchants.map(({ uuid, createdAt }) => [uuid, createdAt]));
    const openUntil = new Map(
      data.merchants.map(({ uuid, deletedAt }) => [uuid, deletedAt ?? NOW.toISOString()]),
    );
    const misplaced = data.orders.filter(({ merchantUuid, createdAt, paidAt }) => {
      const from = openFrom.get(merchantUuid) ?? createdAt;
      const isOpen = from <= createdAt && createdAt <= (openUntil.get(merchantUuid) ?? '');
      const isPaidInTime = paidAt == null || (paidAt >= createdAt && paidAt <= NOW.toISOString());
      return !isOpen || !isPaidInTime;
    });
    expect(misplaced).toEqual([]);
  });

  it('grows over 24 months, is quieter at weekends and has mostly paid orders', () => {
    const { orders } = data;
    const ofMonth = (month: string) => orders.filter(({ createdAt }) => createdAt.startsWith(month)).length;
    const months = Array.from({ length: 24 }, (_, index) =>
      new Date(Date.UTC(2024, 3 + index)).toISOString().slice(0, 7),
    );
    expect(months.reduce((sum, month) => sum + ofMonth(month), 0)).toBe(orders.length);
    expect(ofMonth('2026-02')).toBeGreaterThan(2 * ofMonth('2024-04'));
    const onWeekday = (day: number) =>
      orders.filter(({ createdAt }) => new Date(createdAt).getUTCDay() === day);
    expect(onWeekday(0).length).toBeLessThan(0.8 * onWeekday(4).length);
    const ofStatus = (status: string) => orders.filter((order) => order.status === status);
    expect(share(ofStatus('paid'), orders)).toBeGreaterThan(0.7);
    for (const status of ['pending', 'expired', 'cancelled'])
      expect(ofStatus(status).length).toBeGreaterThan(10);
    expect(orders.some(({ testnet }) => testnet)).toBe(true);
  });
});
