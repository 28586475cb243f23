import { type Insertable, sql } from 'kysely';
import type { MasterKeys } from '../crypto/master-keys.ts';
import { afterCommit, type DatabaseTransaction } from '../db/database.ts';
import type { DB } from '../db/schema.ts';
import { hasRightAddress, type SealedAddress, sealAddress } from './address-seal.ts';
import { findForeignColumn } from './inserted-row.ts';
import type { RowMemory } from './row-memory.ts';
import {
  type AnySealedRow,
  hasRightSeal,
  type PartlySealedTable,
  type SealedRow,
  type SealedTable,
  sealOf,
} from './row-seal.ts';
import { hasRightTicket, type SealedTicket, sealTicket } from './ticket-seal.ts';

/** A row that somebody else inserted, changed, copied or put back. It grants nothing. */
export interface ForeignRow {
  readonly table: SealedTable | PartlySealedTable;
  readonly id: string;
  readonly reason: 'wrong seal' | 'older version' | 'changed on insert';
}

const RIGHT_ADDRESSES_MAX = 10_000;

/** `FOR SHARE` only keeps others from changing the row. */
export type RowLock = 'FOR UPDATE' | 'FOR SHARE';

type Changes<Table extends SealedTable> = Partial<Omit<SealedRow<Table>, 'id' | 'version' | 'seal'>>;

/**
 * Reads and writes the rows that grant access. Each is sealed under the master key and has a version, so that a row that
 * was not written here is refused and reported. All writes must go through this.
 */
export interface SealedRows {
  /** Reports a row that is not ours. `row` must have all columns, and be locked or from `readNewest`. */
  readonly isOurs: (table: SealedTable, row: AnySealedRow) => boolean;
  /** Whether a newer version is known. It may have been committed after `row` was read. */
  readonly isOld: (table: SealedTable, row: AnySealedRow) => boolean;
  /** Undefined if a unique column has this value already. */
  readonly insert: <Table extends SealedTable>(
    transaction: DatabaseTransaction,
    table: Table,
    values: Omit<Insertable<DB[Table]>, 'version' | 'seal'>,
  ) => Promise<SealedRow<Table> | undefined>;
  /** Locks the row until commit, by default to change it. Undefined without such a row, or if it is not ours. */
  readonly lock: <Table extends SealedTable>(
    transaction: DatabaseTransaction,
    table: Table,
    id: string,
    lock?: RowLock,
  ) => Promise<SealedRow<Table> | undefined>;
  /** Writes a row that this transaction has locked. Returns it as it is then. */
  readonly change: <Table extends SealedTable>(
    transaction: DatabaseTransaction,
    table: Table,
    row: SealedRow<Table>,
    changes: Changes<Table>,
  ) => Promise<SealedRow<Table>>;
  /**
   * The row with a new seal for times of its use, for a statement of the caller's own. It keeps its version, because such
   * a time grants nothing more and a fail-over may lose it.
   */
  readonly used: <Table extends SealedTable>(
    table: Table,
    row: SealedRow<Table>,
    times: Changes<Table>,
  ) => SealedRow<Table>;
  /** For the column `address_seal` of a wallet. */
  readonly sealAddress: (wallet: SealedAddress) => Buffer;
  /** Reports an address that was changed outside the product. */
  readonly isOurAddress: (wallet: SealedAddress & { readonly address_seal: Buffer | null }) => boolean;
  /** For the column `seal` of a prepared export. */
  readonly sealTicket: (ticket: SealedTicket) => Buffer;
  /** Reports an export that was prepared or changed outside the product. */
  readonly isOurTicket: (
    ticket: SealedTicket & { readonly id: string; readonly seal: Buffer | null },
  ) => boolean;
  /** Remembers the version of a committed row of ours. */
  readonly note: (table: SealedTable, row: AnySealedRow) => void;
}

export function createSealedRows({
  masterKeys,
  memory,
  report,
}: {
  readonly masterKeys: MasterKeys;
  readonly memory: RowMemory;
  readonly report: (row: ForeignRow) => void;
}): SealedRows {
  /** Lists show the same addresses again and again, and one with the same seal is right again. */
  const rightAddresses = new Set<string>();

  function isOurs(table: SealedTable, row: AnySealedRow): boolean {
    const { id } = row;
    if (!hasRightSeal(table, row, masterKeys())) {
      report({ table, id, reason: 'wrong seal' });
      return false;
    }
    if (memory.isOld(table, row)) {
      report({ table, id, reason: 'older version' });
      return false;
    }
    return true;
  }

  function used<Table extends SealedTable>(
    table: Table,
    row: SealedRow<Table>,
    changes: Changes<Table>,
  ): SealedRow<Table> {
    const next = { ...row, ...changes };
    return { ...next, seal: sealOf(table, next, masterKeys()[0]) };
  }

  async function change<Table extends SealedTable>(
    transaction: DatabaseTransaction,
    table: Table,
    row: SealedRow<Table>,
    changes: Changes<Table>,
  ): Promise<SealedRow<Table>> {
    const next = used(table, { ...row, version: row.version + 1 }, changes);
    const { version, seal } = next;
    const written = Object.entries({ ...changes, version, seal });
    await sql`UPDATE ${sql.table(table)} SET ${sql.join(
      written.map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    )} WHERE id = ${row.id}`.execute(transaction);
    afterCommit(transaction, () => memory.note(table, next));
    return next;
  }

  return {
    isOurs,
    isOld: (table, row) => memory.isOld(table, row),
    change,
    used,
    note: (table, row) => memory.note(table, row),

    sealAddress: (wallet) => sealAddress(wallet, masterKeys()[0]),

    isOurAddress(wallet) {
      const content = contentOf(wallet);
      if (rightAddresses.has(content)) return true;
      if (hasRightAddress(wallet, masterKeys())) {
        if (rightAddresses.size >= RIGHT_ADDRESSES_MAX) rightAddresses.clear();
        rightAddresses.add(content);
        return true;
      }
      report({ table: 'wallets', id: wallet.uuid, reason: 'wrong seal' });
      return false;
    },

    sealTicket: (ticket) => sealTicket(ticket, masterKeys()[0]),

    isOurTicket(ticket) {
      if (hasRightTicket(ticket, masterKeys())) return true;
      report({ table: 'exports', id: ticket.id, reason: 'wrong seal' });
      return false;
    },

    async insert(transaction, table, values) {
      const columns = Object.entries(values);
      const { rows } = await sql<SealedRow<typeof table>>`
        INSERT INTO ${sql.table(table)} (${sql.join(columns.map(([column]) => sql.ref(column)))})
        VALUES (${sql.join(columns.map(([, value]) => value))}) ON CONFLICT DO NOTHING RETURNING *`.execute(
        transaction,
      );
      const [row] = rows;
      if (row === undefined) return undefined;
      const column = findForeignColumn(values, row);
      if (column !== undefined) {
        report({ table, id: row.id, reason: 'changed on insert' });
        throw new Error(`the database changed ${table}.${column} of an inserted row`);
      }
      return await change(transaction, table, row, {});
    },

    async lock(transaction, table, id, lock = 'FOR UPDATE') {
      const { rows } = await sql<SealedRow<typeof table>>`
        SELECT * FROM ${sql.table(table)} WHERE id = ${id} ${sql.raw(lock)}`.execute(transaction);
      const [row] = rows;
      return row !== undefined && isOurs(table, row) ? row : undefined;
    },
  };
}

function contentOf({
  uuid,
  network,
  type,
  address,
  address_seal,
}: Parameters<SealedRows['isOurAddress']>[0]): string {
  return JSON.stringify([uuid, network, type, address_seal?.toString('base64'), address]);
}

/**
 * Reads again while a read returns an old row that was not seen before, because a newer version may have been committed
 * meanwhile. A row that stays old was put back from outside, and `isOurs` reports it.
 */
export async function readNewest<Row extends AnySealedRow>(
  sealedRows: Pick<SealedRows, 'isOld'>,
  table: SealedTable,
  read: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const old = new Set<string>();
  for (;;) {
    const rows = await read();
    const known = old.size;
    for (const row of rows) if (sealedRows.isOld(table, row)) old.add(`${row.id} ${row.version}`);
    if (old.size === known) return rows;
  }
}

/** Returns the newest row. Undefined without one, or if it is not ours. */
export async function readOurs<Table extends SealedTable>(
  sealedRows: Pick<SealedRows, 'isOurs' | 'isOld'>,
  table: Table,
  read: () => Promise<SealedRow<Table> | undefined>,
): Promise<SealedRow<Table> | undefined> {
  const [row] = await readNewest(sealedRows, table, async () => {
    const found = await read();
    return found === undefined ? [] : [found];
  });
  return row !== undefined && sealedRows.isOurs(table, row) ? row : undefined;
}
