import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillAuditLog } from '../../../../test/fill-audit-log.ts';
import { tamper } from '../../../../test/long-audit-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { fixedMasterKeys } from '../../crypto/master-keys.ts';
import { createAppendAudit } from '../append-audit.ts';
import { type AuditBlocks, divideRange, readAuditBlocks } from './audit-blocks.ts';
import { findAuditBlockDifferences } from './check-audit-blocks.ts';
import { closeNextAuditBlock } from './close-audit-blocks.ts';
import { countAudit, searchAudit } from './search-audit.ts';

const masterKeys = fixedMasterKeys(randomBytes(32));
const append = createAppendAudit(masterKeys, () => new Date('2026-03-01T12:00:00Z'));

let scratch: TestDatabase;

beforeAll(async () => {
  scratch = await createTestDatabase();
  await execute('UPDATE audit_blocks SET block_size = 32, fan_out = 4, counted_from = 4');
});
afterAll(async () => await scratch.drop());

async function execute(text: string): Promise<void> {
  await scratch.database.transaction((transaction) => sql.raw(text).execute(transaction));
}

async function fill(entries: number): Promise<void> {
  await fillAuditLog({ database: scratch.database, masterKeys }, entries);
}

async function closedBlocks(): Promise<number> {
  return (await readAuditBlocks(scratch.database.reader)).closed;
}

describe('divideRange', () => {
  const blocks: AuditBlocks = {
    closed: 40,
    block_size: 10,
    fan_out: 4,
    top_level: 2,
    counted_from: 1,
    first_sequence: 1,
  };

  it('divides a range into the largest closed nodes and the rest at its ends, newest first', () => {
    expect(divideRange(blocks, { first: 5, last: 401 })).toEqual([
      { first: 401, last: 401 },
      { level: 1, node: 9 },
      { level: 1, node: 8 },
      { level: 2, node: 1 },
      { level: 1, node: 3 },
      { level: 1, node: 2 },
      { level: 1, node: 1 },
      { level: 0, node: 3 },
      { level: 0, node: 2 },
      { level: 0, node: 1 },
      { first: 5, last: 10 },
    ]);
  });

  it('keeps a range without a closed block in one piece', () => {
    expect(divideRange(blocks, { first: 12, last: 29 })).toEqual([{ first: 12, last: 29 }]);
    expect(divideRange(blocks, { first: 401, last: 450 })).toEqual([{ first: 401, last: 450 }]);
    expect(divideRange(blocks, { first: 7, last: 6 })).toEqual([]);
  });
});

describe('closeNextAuditBlock', () => {
  it('closes a block only once it is full', async () => {
    await fill(31);
    expect(await closeNextAuditBlock(scratch.database)).toBe(false);
    await scratch.database.transaction((transaction) =>
      append(transaction, {
        action: 'user.block',
        category: 'user_management',
        description: 'User blocked',
        status: 'success',
        actor: { type: 'system' },
        resource: { type: 'system' },
      }),
    );
    expect(await closeNextAuditBlock(scratch.database)).toBe(true);
    expect(await closeNextAuditBlock(scratch.database)).toBe(false);
    expect(await closedBlocks()).toBe(1);
  });

  it('closes each block once, with correct totals, despite concurrent closers and appends', async () => {
    const before = await closedBlocks();
    let isAppending = true;
    const closers = [1, 2, 3].map(async () => {
      while (isAppending) await closeNextAuditBlock(scratch.database);
    });
    const seen: number[] = [];
    for (let round = 0; round < 20; round++) {
      await fill(29);
      seen.push(await countAudit(scratch.database, { action: 'user.block', resourceId: 'hot' }));
      const { rows } = await sql<{ readonly entries: number }>`SELECT count(*) AS entries FROM audit_log
        WHERE action = 'user.block' AND resource_id = 'hot'`.execute(scratch.database.reader);
      expect(seen.at(-1)).toBe(rows[0]?.entries);
    }
    isAppending = false;
    await Promise.all(closers);
    while (await closeNextAuditBlock(scratch.database));
    expect(await closedBlocks()).toBeGreaterThan(before + 10);
    expect(await findAuditBlockDifferences(scratch.database)).toEqual([]);
  });

  it('runs under the statement timeout of background jobs', async () => {
    await fill(32);
    await execute(`CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'within %', current_setting('statement_timeout'); END $$;
      CREATE TRIGGER tell BEFORE INSERT ON audit_nodes FOR EACH ROW EXECUTE FUNCTION tell()`);
    await expect(closeNextAuditBlock(scratch.database)).rejects.toThrow('within 3597s');
    await execute('DROP FUNCTION tell CASCADE');
    expect(await closeNextAuditBlock(scratch.database)).toBe(true);
  });

  it('rolls back fully if it fails halfway, and succeeds on the next attempt', async () => {
    await fill(64);
    const before = await closedBlocks();
    await execute(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'disk full'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON audit_blocks FOR EACH ROW EXECUTE FUNCTION refuse()`);
    await expect(closeNextAuditBlock(scratch.database)).rejects.toThrow('disk full');
    await execute('DROP FUNCTION refuse CASCADE');
    const left = await scratch.database.query({
      text: 'SELECT FROM audit_nodes WHERE level = 0 AND node >= $1',
      values: [before],
    });
    expect(left.rowCount).toBe(0);
    expect(await closeNextAuditBlock(scratch.database)).toBe(true);
    expect(await findAuditBlockDifferences(scratch.database)).toEqual([]);
  });
});

describe('findAuditBlockDifferences', () => {
  it.each([
    [
      'UPDATE audit_counts SET entries = entries + 1 WHERE level = 1 AND node = 2',
      /^audit entries of node 1\/2, key/,
    ],
    [
      `UPDATE audit_counts SET counts = set_byte(counts, 7, get_byte(counts, 7) # 1) WHERE level = 0 AND node = 3`,
      /^audit entries of node 0\/3, key/,
    ],
    ['DELETE FROM audit_counts WHERE level = 0 AND node = 3', /^audit entries of node 0\/3/],
    [
      `UPDATE audit_nodes SET last_at = 'infinity' WHERE level = 2 AND node = 0`,
      /^audit times of node 2\/0$/,
    ],
    [`UPDATE audit_positions SET positions = '\\x0000' WHERE block = 4`, /^audit positions of block 4$/],
    ['DELETE FROM audit_positions WHERE block = 4', /^audit positions of block 4$/],
    [`UPDATE audit_block_texts SET actors = '' WHERE block = 4`, /^audit texts of block 4$/],
    ['DELETE FROM audit_block_texts WHERE block = 4', /^audit texts of block 4$/],
  ])('reports the difference made by %s', async (statement, expected) => {
    await execute(`CREATE TABLE kept_counts AS TABLE audit_counts; CREATE TABLE kept_nodes AS TABLE audit_nodes;
      CREATE TABLE kept_positions AS TABLE audit_positions; CREATE TABLE kept_texts AS TABLE audit_block_texts`);
    await execute(statement);
    const differences = await findAuditBlockDifferences(scratch.database);
    expect(differences.length).toBeGreaterThan(0);
    for (const { total, kept, counted } of differences) {
      expect(total).toMatch(/^audit (entries of node|times of node|positions of block|texts of block)/);
      expect(kept).not.toBe(counted);
    }
    expect(differences.map(({ total }) => total).join('\n')).toMatch(new RegExp(expected, 'm'));
    await execute(`DELETE FROM audit_counts; DELETE FROM audit_nodes; DELETE FROM audit_positions;
      DELETE FROM audit_block_texts; INSERT INTO audit_block_texts SELECT * FROM kept_texts;
      INSERT INTO audit_counts SELECT * FROM kept_counts; INSERT INTO audit_nodes SELECT * FROM kept_nodes;
      INSERT INTO audit_positions SELECT * FROM kept_positions;
      DROP TABLE kept_counts, kept_nodes, kept_positions, kept_texts`);
    expect(await findAuditBlockDifferences(scratch.database)).toEqual([]);
  });
});

it('findAuditBlockDifferences accepts texts in the order of another collation', async () => {
  await execute(`CREATE TABLE kept_texts AS TABLE audit_block_texts;
    UPDATE audit_block_texts SET actors = (SELECT string_agg(line, E'\n' ORDER BY line COLLATE "C" DESC)
      FROM regexp_split_to_table(actors, E'\n') AS line)`);
  const changed = await scratch.database.query({
    text: 'SELECT FROM audit_block_texts JOIN kept_texts USING (block) WHERE audit_block_texts.actors <> kept_texts.actors',
  });
  expect(changed.rows.length).toBeGreaterThan(0);
  expect(await findAuditBlockDifferences(scratch.database)).toEqual([]);
  await execute(`DELETE FROM audit_block_texts; INSERT INTO audit_block_texts SELECT * FROM kept_texts;
    DROP TABLE kept_texts`);
});

describe('searchAudit after retention', () => {
  it('counts and lists from the oldest kept entry, even in the middle of a block', async () => {
    const filter = { actionCategory: 'authentication', from: new Date('2026-01-01T00:00:00Z') } as const;
    const before = await searchAudit(scratch.database, filter, { limit: 100, offset: 0 });
    await tamper(
      scratch.database,
      'DELETE FROM audit_log WHERE sequence < 150; UPDATE audit_blocks SET first_sequence = 150',
    );
    const { rows } = await sql<{ readonly entries: number }>`SELECT count(*) AS entries FROM audit_log
      WHERE action_category = 'authentication'`.execute(scratch.database.reader);
    const after = await searchAudit(scratch.database, filter, { limit: 100, offset: 0 });
    expect(after.totalCount).toBe(rows[0]?.entries);
    expect(after.totalCount).toBeLessThan(before.totalCount);
    const last = await searchAudit(scratch.database, filter, { limit: 5, offset: after.totalCount - 3 });
    expect(last.entries).toHaveLength(3);
    expect(last.hasOlder).toBe(false);
    expect(await findAuditBlockDifferences(scratch.database)).toEqual([]);
  });
});
