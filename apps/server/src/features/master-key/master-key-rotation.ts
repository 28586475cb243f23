import { sql } from 'kysely';
import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import { type AuditHead, examineSeal } from '../../infra/audit/chain/audit-seal.ts';
import type { AuditInbox } from '../../infra/audit/inbox/audit-inbox.ts';
import { createEnvironmentKeyWrapper } from '../../infra/crypto/key-wrapper.ts';
import type { MasterKeyFile } from '../../infra/crypto/master-key-file.ts';
import type { MasterKeys } from '../../infra/crypto/master-keys.ts';
import type { Database, DatabaseTransaction } from '../../infra/db/database.ts';
import { nameOf, SEALED_COLUMNS } from '../../infra/sealed-columns.ts';
import { SEALED_TABLES } from '../../infra/sealed-rows/row-seal.ts';
import { StartupError } from '../../infra/startup-error.ts';
import { countFormerSecrets, type FormerSecrets } from './count-former-secrets.ts';
import { rotationBegun, rotationFinished } from './master-key-audit.ts';
import { resealAddresses } from './reseal-addresses.ts';
import { resealExports } from './reseal-exports.ts';
import { resealRows } from './reseal-rows.ts';
import { rewrapColumn } from './rewrap-column.ts';

export interface RotationParts {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  /** Undefined if the keys come from the environment. */
  readonly file: MasterKeyFile | undefined;
  readonly appendAudit: AppendAudit;
  readonly auditInbox: Pick<AuditInbox, 'linkAll'>;
  /** Resolves once secrets that were sealed before the new key are stored. */
  readonly settle: () => Promise<void>;
  readonly onProgress: (column: string, rewrapped: number) => void;
}

export interface Rotation {
  readonly rewrapped: Readonly<Record<string, number>>;
  /** Rows that grant access, addresses of wallets, and exports. */
  readonly resealed: number;
  /** Secrets that cannot be opened, as `column id`. Any such secret prevents dropping keys. */
  readonly broken: readonly string[];
}

/**
 * Works while products run, and resumes an interrupted rotation.
 * @throws StartupError if the seal of the log's head is wrong, or a secret is left under an old key
 */
export async function rotateMasterKey(parts: RotationParts): Promise<Rotation> {
  const { database, masterKeys, file, appendAudit } = parts;
  await database.transaction(async (transaction) => {
    await lockSealedHead(transaction, masterKeys);
    // With several keys, a rotation was interrupted and its new key is in use.
    if (file === undefined || masterKeys().length > 1) return;
    await file.addKey();
    await appendAudit(transaction, rotationBegun(masterKeys()[0].id));
  });

  const counts: Counts = { rewrapped: {}, resealed: 0 };
  let broken = await rewrapAll(parts, counts);
  if (broken.length > 0) return { ...counts, broken };
  const [{ id: currentId }, ...previous] = masterKeys();
  if (file !== undefined) {
    await parts.settle();
    await retireKeys(
      database,
      previous.map(({ id }) => id),
    );
    broken = await rewrapAll(parts, counts);
    if (broken.length > 0) return { ...counts, broken };
  }
  // Entries that wait may have the seal of an old key.
  await parts.auditInbox.linkAll();
  const left = await countFormerSecrets(database, currentId);
  await database.transaction(async (transaction) => {
    await lockSealedHead(transaction, masterKeys);
    // Another rotation may have started. The remaining secrets may then be under its key.
    if (masterKeys()[0].id.equals(currentId)) requireNone(left);
    await appendAudit(transaction, rotationFinished(currentId, counts.rewrapped));
  });
  // Drop old keys only after the new seal is committed, and only if no other rotation started.
  await parts.auditInbox.linkAll();
  await database.transaction(async (transaction) => {
    await lockSealedHead(transaction, masterKeys);
    const [current, ...former] = masterKeys();
    if (current.id.equals(currentId) && former.length > 0) await file?.dropPrevious();
  });
  return { ...counts, broken };
}

interface Counts {
  readonly rewrapped: Record<string, number>;
  resealed: number;
}

function requireNone(left: readonly FormerSecrets[]): void {
  const [first] = left;
  if (first === undefined) return;
  throw new StartupError(
    `${first.column}: ${first.secrets} are still wrapped under an old master key, which was kept: make sure that every product process uses the current key, then rotate again`,
  );
}

async function lockSealedHead(transaction: DatabaseTransaction, masterKeys: MasterKeys): Promise<void> {
  const head: AuditHead = await transaction
    .selectFrom('audit_head')
    .selectAll()
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (examineSeal(head, masterKeys()) === 'right') return;
  throw new StartupError(
    `The audit log's head (entry ${head.sequence}) has no valid seal: the log was changed outside Halyard, so it is not resealed`,
  );
}

/** Adds to `counts` and returns the secrets that cannot be opened. */
async function rewrapAll(parts: RotationParts, counts: Counts): Promise<readonly string[]> {
  const keys = createEnvironmentKeyWrapper(parts.masterKeys);
  const { rewrapped } = counts;
  for (;;) {
    const broken: string[] = [];
    let touched = 0;
    for (const column of SEALED_COLUMNS) {
      const name = nameOf(column);
      const result = await rewrapColumn({ ...parts, keys }, column, (rows) => {
        rewrapped[name] = (rewrapped[name] ?? 0) + rows;
        parts.onProgress(name, rewrapped[name]);
      });
      touched += result.rewrapped + result.changed;
      broken.push(...result.broken.map((id) => `${name} ${id}`));
    }
    for (const table of SEALED_TABLES) {
      const rows = await resealRows(parts, table);
      counts.resealed += rows;
      touched += rows;
    }
    for (const reseal of [resealAddresses, resealExports]) {
      const rows = await reseal(parts);
      counts.resealed += rows;
      touched += rows;
    }
    if (touched === 0) return broken;
  }
}

/** After the commit, no secret can be stored under these keys, and all earlier ones are visible. */
async function retireKeys(database: Database, keyIds: readonly Buffer[]): Promise<void> {
  if (keyIds.length === 0) return;
  await database.transaction(async (transaction) => {
    await sql`LOCK TABLE retired_master_keys IN ACCESS EXCLUSIVE MODE`.execute(transaction);
    await transaction
      .insertInto('retired_master_keys')
      .values(keyIds.map((key_id) => ({ key_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
