import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { findTotalDifferences } from '../../features/overview/totals-check.ts';
import { USER_LIST } from '../../features/users/user-list.ts';
import { createInboundWalletsService } from '../../features/wallets/inbound-wallets-service.ts';
import { createLiveListReader } from '../creation-list/live-list-reader.ts';
import { escapeLike } from '../db/like-pattern.ts';
import { countSearchPieces } from './count-search-pieces.ts';

const USERS = 1_500;
const WALLETS = 900;

let test: TestDatabase;
let client: Client;

beforeAll(async () => {
  test = await createTestDatabase();
  client = new Client({ ...test.connection });
  await client.connect();
  await client.query(`INSERT INTO users (id, email, name, created_at, deleted_at)
    SELECT md5('u' || n)::uuid, 'user' || n || CASE n % 3 WHEN 0 THEN '@example.com' ELSE '@mail.test' END,
      CASE n % 7 WHEN 0 THEN 'Maria Pavão' WHEN 1 THEN 'ИВАН Петров' WHEN 2 THEN '山田 さくら' WHEN 3 THEN '100% _x\\y'
        WHEN 4 THEN '😀 smile' ELSE md5(n::text) END,
      timestamptz '2026-01-01' + n * interval '5 minutes', CASE WHEN n % 11 = 0 THEN now() END
    FROM generate_series(1, ${USERS}) AS n`);
  await client.query(`INSERT INTO wallets (uuid, network, type, address, created_at)
    SELECT md5('w' || n)::uuid, network, CASE WHEN n % 50 = 0 THEN 'outbound' ELSE 'inbound' END,
      CASE network WHEN 'TRON' THEN 'T' || left(translate(encode(sha256(n::text::bytea), 'base64'), '0OIl+/=', '1234567'), 33)
        ELSE '0x' || left(encode(sha256(n::text::bytea), 'hex'), 40) END,
      timestamptz '2026-01-01' + n * interval '7 minutes'
    FROM generate_series(1, ${WALLETS}) AS n,
      LATERAL (SELECT (ARRAY['TRON', 'ETH', 'POLYGON', 'BSC'])[1 + n % 4]) AS of (network)`);
}, 60_000);
afterAll(async () => {
  expect(lines).toEqual([]);
  await client.end();
  await test.drop();
});

const { log, lines } = createRecordingLog();
/** As in a database that was restored where letters are others. */
const FORGET = `UPDATE search_kinds SET letters = ''`;

const PAGE = { limit: 20, offset: 0 };
const TERMS =
  'a|E|й|山|%|_|\\|😀|an|AR|qz|山田|.c|@m|Mar|xzq|ИВА|maria|MARIA P|иван|example.com|mail.te|user1|user149|user1499@|nobody at all|pavão\nuser'.split(
    '|',
  );
const ADDRESS_PARTS = ['a', 'F', '1', 'b1', 'Q', 'qX', '7', 'abc', 'zzz', '0x', 'T', '99', 'TT', '2f3'];

/** What is searched, found anew by a reader that remembers nothing. */
async function searchUsers(search: string, includeDeleted: boolean) {
  const read = createLiveListReader<{ readonly id: string }>(test.database, USER_LIST);
  return await read({ ...PAGE, search, includeDeleted, sort: 'newest' });
}

async function expectUsersFoundExactly(): Promise<void> {
  for (const search of TERMS) {
    for (const includeDeleted of [false, true]) {
      const { rows } = await client.query<{ id: string }>(
        `SELECT id FROM users WHERE search_text LIKE '%' || lower($1) || '%' AND ($2 OR deleted_at IS NULL)
          ORDER BY created_at DESC, id DESC`,
        [escapeLike(search), includeDeleted],
      );
      const { totalCount, rows: shown } = await searchUsers(search, includeDeleted);
      expect([search, totalCount]).toEqual([search, rows.length]);
      expect(shown.map(({ id }) => id)).toEqual(rows.slice(0, PAGE.limit).map(({ id }) => id));
    }
  }
}

async function expectWalletsFoundExactly(): Promise<void> {
  const configuration = { chainUrls: {}, isEvaluation: false };
  for (const blockchain of [undefined, 'ETH', 'TRON'] as const) {
    for (const search of ADDRESS_PARTS) {
      const { rows } = await client.query<{ uuid: string }>(
        `SELECT uuid FROM wallets WHERE type = 'inbound' AND ($2::text IS NULL OR network = $2)
          AND CASE network WHEN 'TRON' THEN address LIKE '%' || $1 || '%' ELSE lower(address) LIKE '%' || lower($1) || '%' END
          ORDER BY created_at DESC, id DESC`,
        [escapeLike(search), blockchain],
      );
      const wallets = createInboundWalletsService({ database: test.database, configuration });
      const page = await wallets.list({ ...PAGE, search, blockchain });
      expect([search, blockchain, page.totalCount]).toEqual([search, blockchain, rows.length]);
      expect(page.rows.map(({ uuid }) => uuid)).toEqual(rows.slice(0, PAGE.limit).map(({ uuid }) => uuid));
    }
  }
}

async function knownPieces(kind: string): Promise<number> {
  const { rows } = await client.query<{ pieces: number }>(
    'SELECT count(*)::integer AS pieces FROM search_pieces WHERE kind = $1',
    [kind],
  );
  return rows[0]?.pieces ?? 0;
}

async function changes(): Promise<number> {
  const { rows } = await client.query<{ changes: number }>(
    'SELECT count(*)::integer AS changes FROM search_changes',
  );
  return rows[0]?.changes ?? 0;
}

describe('searches find what there is, with its exact number', () => {
  const expectExact = async () => {
    await expectUsersFoundExactly();
    await expectWalletsFoundExactly();
    expect(await findTotalDifferences(test.database)).toEqual([]);
  };

  it('before anything was counted', async () => {
    expect(await knownPieces('users')).toBe(0);
    await expectExact();
  });

  it('after it was counted', async () => {
    await countSearchPieces(test.connection, log);
    expect(await knownPieces('users')).toBeGreaterThan(1_000);
    expect(await knownPieces('tron_wallets')).toBeGreaterThan(1_000);
    expect(await changes()).toBe(0);
    await expectExact();
  });

  it('after records have come, gone, and changed', async () => {
    await client.query(`INSERT INTO users (id, email, name, created_at)
      SELECT md5('new' || n)::uuid, 'xzq' || n || '@example.com', 'Qz Maria', now() FROM generate_series(1, 30) AS n`);
    await client.query(
      `UPDATE users SET name = 'Now somebody else ' || left(name, 3) WHERE left(email, 5) = 'user7'`,
    );
    await client.query(`UPDATE users SET deleted_at = now() WHERE left(email, 5) = 'user3'`);
    await client.query(
      `UPDATE users SET blocked_at = now(), blocked_reason = 'x' WHERE left(email, 5) = 'user8'`,
    );
    await client.query(`DELETE FROM users WHERE left(email, 5) = 'user9'`);
    await client.query(`UPDATE wallets SET address = replace(address, 'a', 'F') WHERE id % 9 = 0`);
    await client.query('DELETE FROM wallets WHERE id % 13 = 0');
    expect(await changes()).toBeGreaterThan(300);
    await expectExact();
  });

  it('after what has changed was counted as well', async () => {
    await client.query(FORGET);
    await countSearchPieces(test.connection, log);
    expect(await changes()).toBe(0);
    await expectExact();
  });
});

describe('counting', () => {
  const other = async (work: (client: Client) => Promise<void>) => {
    const second = new Client({ ...test.connection });
    await second.connect();
    try {
      await work(second);
    } finally {
      await second.end();
    }
  };

  it('waits until much has changed', async () => {
    await client.query(`UPDATE users SET name = 'Renamed' WHERE email LIKE 'user14%'`);
    await countSearchPieces(test.connection, log);
    expect(await changes()).toBeGreaterThan(100);
    await client.query(`UPDATE users SET name = 'Renamed again'`);
    await countSearchPieces(test.connection, log);
    expect(await changes()).toBe(0);
    await expectUsersFoundExactly();
  });

  it('leaves beside what it counts what others commit meanwhile', async () => {
    await other(async (writer) => {
      await writer.query('BEGIN');
      await writer.query(`INSERT INTO users (id, email, name, created_at)
        VALUES (md5('late')::uuid, 'late@example.com', 'Maria', now())`);
      await client.query(FORGET);
      await countSearchPieces(test.connection, log);
      await writer.query('COMMIT');
    });
    expect(await changes()).toBe(1);
    await expectUsersFoundExactly();
  });

  it('is done again after a day, so that former names do not stay', async () => {
    await client.query(`UPDATE users SET name = 'Former' WHERE email = 'late@example.com'`);
    await countSearchPieces(test.connection, log);
    expect(await changes()).toBeGreaterThan(0);
    await client.query(`UPDATE search_changes SET noted_at = now() - interval '25 hours'`);
    await countSearchPieces(test.connection, log);
    expect(await changes()).toBe(0);
    await expectUsersFoundExactly();
  });

  it('waits a while after one that did not end', async () => {
    await client.query(FORGET);
    await client.query(`UPDATE search_kinds SET tried_at = now()`);
    await countSearchPieces(test.connection, log);
    const { rowCount } = await client.query(`SELECT FROM search_kinds WHERE letters = ''`);
    expect(rowCount).toBe(4);
    await expectUsersFoundExactly();
    await client.query(`UPDATE search_kinds SET tried_at = now() - interval '11 minutes'`);
    await countSearchPieces(test.connection, log);
    expect((await client.query(`SELECT FROM search_kinds WHERE letters = ''`)).rowCount).toBe(0);
  });

  describe('that does not come to its end', () => {
    const LETTERS = `SELECT letters = search_letters() AS counted FROM search_kinds WHERE kind = 'users'`;
    const isCounted = async () => (await client.query<{ counted: boolean | null }>(LETTERS)).rows[0]?.counted;
    const failToCountUsers = async () => {
      await client.query(`UPDATE search_kinds SET tried_at = NULL WHERE kind = 'users'`);
      await client.query('ALTER TABLE search_pieces ADD CONSTRAINT none CHECK (false) NOT VALID');
      await expect(countSearchPieces(test.connection, log)).rejects.toThrow('violates check constraint');
      await client.query('ALTER TABLE search_pieces DROP CONSTRAINT none');
    };
    const noteChanges = async (pairs: number) =>
      await client.query(`INSERT INTO search_changes (kind, state, text, records)
        SELECT 'users', 'live', 'maria', records FROM generate_series(1, ${pairs}), unnest(ARRAY[1, -1]) AS records`);

    it('leaves what was counted, with what has changed since', async () => {
      await countSearchPieces(test.connection, log);
      await noteChanges(600);
      const before = await changes();
      await failToCountUsers();
      expect([await changes(), await isCounted()]).toEqual([before, true]);
      await expectUsersFoundExactly();
    });

    it.each([
      ['they are too many', async () => await noteChanges(25_000)],
      ['nothing was counted', async () => await client.query(FORGET)],
    ])('forgets the changes where %s, and the next count does without them', async (_, prepare) => {
      await client.query(`UPDATE search_kinds SET tried_at = NULL`);
      await countSearchPieces(test.connection, log);
      await noteChanges(600);
      await prepare();
      await client.query(`UPDATE search_kinds SET tried_at = now() WHERE kind <> 'users'`);
      await failToCountUsers();
      expect([await changes(), await isCounted()]).toEqual([0, null]);
      await client.query(`UPDATE users SET name = 'Renamed once more' WHERE email LIKE 'user12%'`);
      await expectUsersFoundExactly();

      await client.query(`UPDATE search_kinds SET tried_at = NULL`);
      await countSearchPieces(test.connection, log);
      expect([await changes(), await isCounted()]).toEqual([0, true]);
      await expectUsersFoundExactly();
    });
  });

  it('is left to who is at it already', async () => {
    await client.query(FORGET);
    await other(async (counter) => {
      await counter.query('BEGIN');
      await counter.query('LOCK TABLE search_kinds IN SHARE ROW EXCLUSIVE MODE');
      await countSearchPieces(test.connection, log);
      await counter.query('ROLLBACK');
    });
    const { rowCount } = await client.query(`SELECT FROM search_kinds WHERE letters = ''`);
    expect(rowCount).toBe(4);
    await expectUsersFoundExactly();
  });
});
