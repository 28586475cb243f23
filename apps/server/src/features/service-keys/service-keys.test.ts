import { FEED_SCOPE } from '@halyard/contract/platform-feed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import { connectPlatform, testUser, uuidOf } from '../../../test/test-platform.ts';
import { auditWith } from '../../app.ts';
import { runServiceKeyCommand } from './service-key-commands.ts';
import { createServiceKeyService, type ServiceKeyService } from './service-key-service.ts';
import { findServiceKey } from './service-key-store.ts';

let test: TestApplication;
let keys: ServiceKeyService;

beforeAll(async () => {
  test = await startTestApplication();
  const { database, masterKeys, sealedRows, clock } = test;
  keys = createServiceKeyService({
    database,
    sealedRows,
    appendAudit: auditWith(masterKeys, () => clock.now),
  });
});
afterAll(async () => await test.close());

async function feedWith(authorization: string | undefined): Promise<number> {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/platform/v1/users',
    headers: { ...(authorization !== undefined && { authorization }) },
    payload: { users: [testUser(1)] },
  });
  return answer.statusCode;
}

async function readRow(id: string) {
  return await test.database.reader
    .selectFrom('service_keys')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

async function readAuditOf(id: string) {
  await test.auditInbox.linkAll();
  return await test.database.reader
    .selectFrom('audit_log')
    .select(['action', 'action_category', 'actor_type', 'resource_identifier', 'metadata'])
    .where('resource_id', '=', id)
    .orderBy('sequence')
    .execute();
}

describe('service keys', () => {
  // @spec D.153
  it('authenticates a key until it is revoked', async () => {
    const { id, token } = await keys.create({ name: 'Nightly', scopes: [FEED_SCOPE] });
    expect(await feedWith(`Bearer ${token}`)).toBe(200);
    expect(await keys.revoke(id)).toBe(true);
    expect(await feedWith(`Bearer ${token}`)).toBe(401);
    expect(await keys.revoke(id)).toBe(false);

    expect(await readAuditOf(id)).toEqual([
      {
        action: 'service_key.create',
        action_category: 'configuration',
        actor_type: 'system',
        resource_identifier: 'Nightly',
        metadata: { scopes: [FEED_SCOPE] },
      },
      {
        action: 'service_key.revoke',
        action_category: 'configuration',
        actor_type: 'system',
        resource_identifier: 'Nightly',
        metadata: null,
      },
    ]);
  });

  // @spec D.153
  it('stores only the hash of a key', async () => {
    const { id, token } = await keys.create({ name: 'Hashed', scopes: [FEED_SCOPE] });
    const { rows } = await test.database.query({
      text: `SELECT (SELECT string_agg(k::text, '') FROM service_keys k) || (SELECT string_agg(a::text, '') FROM audit_log a) AS everything`,
    });
    const secret = token.slice(36);
    expect(String(rows[0]?.['everything'])).not.toContain(secret);
    expect((await readRow(id)).secret_hash).toHaveLength(32);
  });

  // @spec D.153
  it('rejects a key without the required scope', async () => {
    const { token } = await keys.create({ name: 'Elsewhere', scopes: ['wallets:read'] });
    expect(await feedWith(`Bearer ${token}`)).toBe(401);
    expect(
      await findServiceKey(test.database, test.sealedRows, token, {
        scope: 'wallets:read',
        address: '192.0.2.1',
      }),
    ).toMatchObject({
      name: 'Elsewhere',
    });
  });

  it('rejects malformed, partial and mixed-up keys', async () => {
    const { token } = await keys.create({ name: 'Whole', scopes: [FEED_SCOPE] });
    const other = await keys.create({ name: 'Other', scopes: [FEED_SCOPE] });
    const [prefix, id, secret] = [token.slice(0, 3), token.slice(3, 35), token.slice(36)];
    const wrong = [
      undefined,
      'Bearer',
      'Bearer ',
      token,
      `Basic ${token}`,
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${prefix}${id}_${secret.split('').reverse().join('')}`,
      `Bearer ${prefix}${other.id.replaceAll('-', '')}_${secret}`,
      `Bearer ${prefix}${'0'.repeat(32)}_${secret}`,
      `Bearer ${prefix}${'g'.repeat(32)}_${secret}`,
      `Bearer ${'a'.repeat(10_000)}`,
    ];
    for (const authorization of wrong) expect(await feedWith(authorization)).toBe(401);
    expect(await feedWith(`Bearer ${token}`)).toBe(200);
  });

  it.each(['bearer', 'BEARER', 'bEaReR', 'Bearer  ', 'Bearer \t'])(
    'accepts the scheme %j',
    async (scheme) => {
      const { token } = await keys.create({ name: 'Any case', scopes: [FEED_SCOPE] });
      expect(await feedWith(`${scheme} ${token}`)).toBe(200);
      expect(await feedWith(`${scheme} ${token} `)).toBe(200);
    },
  );

  it('updates the last used time at most once a minute', async () => {
    const { id, token } = await keys.create({ name: 'Used', scopes: [FEED_SCOPE] });
    const use = async () =>
      await findServiceKey(test.database, test.sealedRows, token, { scope: 'users', address: '192.0.2.1' });
    expect((await readRow(id)).last_used_at).toBeNull();
    await use();
    const first = (await readRow(id)).last_used_at;
    expect(first).toBeInstanceOf(Date);
    await use();
    expect((await readRow(id)).last_used_at).toEqual(first);

    await test.database.query({
      text: `UPDATE service_keys SET last_used_at = now() - interval '61 seconds' WHERE id = $1`,
      values: [id],
    });
    await test.sealRows();
    await use();
    expect((await readRow(id)).last_used_at?.getTime()).toBeGreaterThanOrEqual(
      first?.getTime() ?? Number.NaN,
    );
  });
});

describe('limits of a service key', () => {
  const created = async (...options: readonly string[]) => {
    const lines: string[] = [];
    await runServiceKeyCommand(keys, ['create', '--name', 'Limited', ...options], (line) => lines.push(line));
    return /^key: (\S+)$/m.exec(lines.join('\n'))?.[1] ?? lines.join('\n');
  };
  const send = async (token: string, path: string, remoteAddress = '192.0.2.1') => {
    const headers = { authorization: `Bearer ${token}` };
    const url = `/api/platform/v1${path}`;
    return (await test.app.inject({ method: 'POST', url, headers, remoteAddress, payload: {} })).statusCode;
  };

  it('a key of some kinds feeds no other kind', async () => {
    const token = await created('--scopes', 'orders,wallet-locks');
    for (const path of ['/orders', '/wallet-locks']) expect(await send(token, path)).toBe(400);
    for (const path of ['/users', '/wallets', '/credentials', '/audit-logs', '/invitations/redeem']) {
      expect(await send(token, path)).toBe(401);
    }
  });

  it('a key works only from its addresses', async () => {
    const token = await created('--from', '203.0.113.0/24,2001:db8::7');
    for (const address of ['203.0.113.9', '2001:db8:0::7'])
      expect(await send(token, '/users', address)).toBe(400);
    for (const address of ['203.0.114.9', '2001:db8::8', '127.0.0.1']) {
      expect(await send(token, '/users', address)).toBe(401);
    }
  });

  it('a key ends with its last day', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const token = await created('--expires', today);
    expect(await send(token, '/users')).toBe(400);
    await test.database.query({
      text: `UPDATE service_keys SET expires_at = now() WHERE expires_at IS NOT NULL`,
    });
    await test.sealRows();
    expect(await send(token, '/users')).toBe(401);
  });

  it.each([
    [['--scopes', 'everything'], /^keys create: expected --scopes with any of users,/],
    [['--expires', '2020-01-01'], /^keys create: expected --expires with a date that is not in the past/],
    [['--expires', 'soon'], /^keys create: expected --expires/],
    [['--from', 'office'], /^keys create: expected --from with IP addresses/],
    [['--form', '10.0.0.1'], /^keys create: expected --name/],
  ])('rejects the options %j', async (options, message) => {
    expect(await created(...options)).toMatch(message);
  });
});

it('a service key has ten times the rate limit of a session', async () => {
  const limited = await startTestApplication({ rateLimitFactor: 0.01 });
  const platform = await connectPlatform(limited);
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => platform.get(`/users/${uuidOf(1)}/access`)),
  );
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(30);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  await limited.close();
});

describe('keys command', () => {
  async function run(...args: string[]) {
    const lines: string[] = [];
    const done = await runServiceKeyCommand(keys, args, (line) => lines.push(line));
    return { done, output: lines.join('\n') };
  }

  it('creates, lists and revokes a key', async () => {
    const created = await run('create', '--name', 'From the shell');
    const [, token = ''] = /^key: (\S+)$/m.exec(created.output) ?? [];
    const [, id = ''] = /^id: {2}(\S+)$/m.exec(created.output) ?? [];
    expect(created.done).toBe(true);
    expect(await feedWith(`Bearer ${token}`)).toBe(200);

    const listed = await run('list');
    expect(listed.output).toMatch(
      new RegExp(`^${id} {2}From the shell {2}\\[feed:write\\].*last used 20`, 'm'),
    );
    expect(listed.output).not.toContain(token);

    expect(await run('revoke', id)).toEqual({ done: true, output: `Revoked ${id}.` });
    expect((await run('list')).output).toMatch(new RegExp(`^${id} .*revoked 20`, 'm'));
    expect(await feedWith(`Bearer ${token}`)).toBe(401);
  });

  it.each([
    [['create']],
    [['create', '--name', ' ']],
    [['create', '--name', 'a'.repeat(101)]],
    [['create', '--nmae', 'x']],
    [['revoke']],
    [['revoke', 'x']],
    [['revoke', '00000000-0000-4000-8000-000000000000']],
    [['rename']],
    [[]],
  ])('rejects the arguments %j with a usage message', async (args) => {
    const { done, output } = await run(...args);
    expect(done).toBe(false);
    expect(output).toMatch(/^keys( \w+)?: .+$/);
  });
});
