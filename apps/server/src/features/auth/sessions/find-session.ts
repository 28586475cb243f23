import type { SessionStage } from '@halyard/contract/session';
import { sql } from 'kysely';
import type { Session } from '../../../http/call.ts';
import { tokenHash } from '../../../infra/crypto/token.ts';
import type { Database } from '../../../infra/db/database.ts';
import { LOST_ON_CRASH } from '../../../infra/db/lost-on-crash.ts';
import { isWriteRefused } from '../../../infra/db/write-refused.ts';
import { Problem } from '../../../infra/problem.ts';
import type { SealedRow, SealedTable } from '../../../infra/sealed-rows/row-seal.ts';
import { readOurs, type SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import { SESSION_IDLE_MINUTES } from './session-store.ts';

/**
 * Every write of a row, by anybody, makes a tuple with the number of its transaction (xmin) and its place (ctid). A tuple
 * that was verified therefore needs no second verification.
 */
const FIND_SESSION = `SELECT s.id, s.version, concat(s.xmin, s.ctid) AS tuple,
    s.last_seen_at < now() - interval '1 minute' AS "isSeenLongAgo",
    a.id AS "administratorId", a.version AS "administratorVersion", concat(a.xmin, a.ctid) AS "administratorTuple",
    now() AS now
  FROM sessions s JOIN administrators a ON a.id = s.administrator_id
  WHERE s.token_hash = $1 AND s.ended_at IS NULL AND a.disabled_at IS NULL AND s.expires_at > now()
    AND s.last_seen_at > now() - interval '${SESSION_IDLE_MINUTES} minutes'`;

interface FoundSession {
  readonly id: string;
  readonly version: number;
  readonly tuple: string;
  readonly isSeenLongAgo: boolean;
  readonly administratorId: string;
  readonly administratorVersion: number;
  readonly administratorTuple: string;
  readonly now: Date;
}

type FindSession = (token: string) => Promise<Session | undefined>;

interface Parts {
  readonly database: Database;
  readonly sealedRows: SealedRows;
}

/** Rows of each table that are remembered. Beyond it, all are dropped and verified again. */
const VERIFIED_MAX = 10_000;
/** Readings in a row in which the rows were just being written. */
const TRIES = 20;

interface VerifiedRow<Table extends SealedTable> {
  readonly row: SealedRow<Table>;
  readonly tuple: string;
}

/** A row as it was found, before it is verified. */
interface FoundRow {
  readonly id: string;
  readonly version: number;
  readonly tuple: string;
}

/** Verifies the rows of a session once, and again when they change. Updates the last seen time at most once a minute. */
export function createFindSession(parts: Parts): FindSession {
  const verifySession = createVerify(parts, 'sessions');
  const verifyAdministrator = createVerify(parts, 'administrators');

  return async (token) => {
    for (let tries = 0; tries < TRIES; tries++) {
      const found = await read(parts.database, token);
      if (found === undefined) return undefined;
      const session = await verifySession(found);
      const administrator = await verifyAdministrator({
        id: found.administratorId,
        version: found.administratorVersion,
        tuple: found.administratorTuple,
      });
      if (session === 'foreign' || administrator === 'foreign') return undefined;
      if (session === 'changed' || administrator === 'changed') continue;
      if (!isOpen(session, administrator, { token, now: found.now })) return undefined;
      if (found.isSeenLongAgo) await noteSeen(parts, found.id, found.now);
      return {
        id: session.id,
        stage: session.stage as SessionStage,
        administrator: { id: administrator.id, email: administrator.email },
      };
    }
    throw new Problem('unavailable', 'The service is currently unavailable', { retryAfterSeconds: 1 });
  };
}

/** `changed` means that the row was written after it was found. */
function createVerify<Table extends SealedTable>(parts: Parts, table: Table) {
  const verified = new Map<string, VerifiedRow<Table>>();

  return async ({ id, version, tuple }: FoundRow): Promise<SealedRow<Table> | 'foreign' | 'changed'> => {
    const known = verified.get(id);
    const isOld = parts.sealedRows.isOld(table, { id, version, seal: null });
    if (!isOld && known?.tuple === tuple) return known.row;
    const read = await readVerified(parts, table, id);
    if (read === undefined) return 'foreign';
    if (verified.size >= VERIFIED_MAX) verified.clear();
    verified.set(id, read);
    return read.tuple === tuple ? read.row : 'changed';
  };
}

/** Two rows of a changed table could have the same id, so what was found says nothing about the verified rows. */
function isOpen(
  session: SealedRow<'sessions'>,
  administrator: SealedRow<'administrators'>,
  { token, now }: { readonly token: string; readonly now: Date },
): boolean {
  return (
    session.token_hash.equals(tokenHash(token)) &&
    session.administrator_id === administrator.id &&
    session.ended_at === null &&
    session.expires_at > now &&
    administrator.disabled_at === null
  );
}

async function read(database: Database, token: string): Promise<FoundSession | undefined> {
  const [found] = await database.prepared<FoundSession>({
    name: 'find-session',
    text: FIND_SESSION,
    values: [tokenHash(token)],
  });
  return found;
}

/** Returns a row of ours with its tuple. */
async function readVerified<Table extends SealedTable>(
  { database, sealedRows }: Parts,
  table: Table,
  id: string,
): Promise<VerifiedRow<Table> | undefined> {
  let tuple = '';
  const row = await readOurs(sealedRows, table, async () => {
    const { rows } = await sql<SealedRow<Table> & { readonly tuple: string }>`
      SELECT row.*, concat(row.xmin, row.ctid) AS tuple FROM ${sql.table(table)} AS row WHERE id = ${id}`.execute(
      database.reader,
    );
    const [read] = rows;
    if (read === undefined) return undefined;
    const { tuple: ownTuple, ...columns } = read;
    tuple = ownTuple;
    return columns as unknown as SealedRow<Table>;
  });
  if (row === undefined) return undefined;
  sealedRows.note(table, row);
  return { row, tuple };
}

/** Does nothing if the row is locked or the database is read-only: neither should fail the request. */
async function noteSeen(parts: Parts, sessionId: string, now: Date): Promise<void> {
  const { database, sealedRows } = parts;
  const found = await readVerified(parts, 'sessions', sessionId);
  if (found === undefined) return;
  const { seal } = sealedRows.used('sessions', found.row, { last_seen_at: now });
  try {
    await database.prepared({
      name: 'see-session',
      text: `UPDATE sessions SET last_seen_at = $2, seal = $3 FROM ${LOST_ON_CRASH} WHERE id = (
          SELECT id FROM sessions WHERE id = $1 AND seal = $4 FOR NO KEY UPDATE SKIP LOCKED)`,
      values: [sessionId, now, seal, found.row.seal],
    });
  } catch (error) {
    if (!isWriteRefused(error)) throw error;
  }
}
