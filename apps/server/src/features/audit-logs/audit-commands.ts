import { parseArgs } from 'node:util';
import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import type { AuditInbox } from '../../infra/audit/inbox/audit-inbox.ts';
import { seenIn } from '../../infra/audit/proof/head-memory.ts';
import { noteVerification } from '../../infra/audit/proof/note-verification.ts';
import { readSealAge } from '../../infra/audit/proof/read-seal-age.ts';
import type { SeenHeadFile } from '../../infra/audit/proof/seen-head-file.ts';
import { createAuditCheckThreads } from '../../infra/audit/verification/audit-check-threads.ts';
import { type ExpectedState, LOST, verifyAuditLog } from '../../infra/audit/verification/verify-audit-log.ts';
import type { MasterKeys } from '../../infra/crypto/master-keys.ts';
import type { Database } from '../../infra/db/database.ts';
import type { DatabaseConnection } from '../../infra/db/database-connection.ts';
import { readWitnessFile } from './witness-file.ts';

export const AUDIT_USAGE = [
  'audit verify [--from <number>] [--expect <size>:<root>] [--against <file>]',
  '                            verify every entry of the audit log, its tree and its seals',
  'audit accept                accept a log that was restored from a backup and lacks entries',
  'audit key                   print the public key that verifies seals',
];

const PROGRESS_EVERY = 100_000;

interface AuditCommandParts {
  readonly database: Database;
  readonly connection: DatabaseConnection;
  readonly masterKeys: MasterKeys;
  /** The newest head that the product saw on this machine. */
  readonly seenHeads: SeenHeadFile;
  /** Accepts administrators and service keys in an older state than processes saw on this machine. */
  readonly forgetVersions: () => Promise<void>;
  readonly appendAudit: AppendAudit;
  readonly auditInbox: Pick<AuditInbox, 'linkAll'>;
}

/** Runs `audit <command>`. Returns false if it failed; the reason was printed. */
export async function runAuditCommand(
  parts: AuditCommandParts,
  [command, ...args]: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  if (command === 'key' && args.length === 0) {
    const [{ id, publicSealingKey }] = parts.masterKeys();
    print(`${publicSealingKey.toString('hex')}  (key ${id.toString('hex')}, Ed25519)`);
    return true;
  }
  if (command === 'accept' && args.length === 0) return await accept(parts, print);
  const options = command === 'verify' ? readOptions(args) : undefined;
  if (options === undefined) {
    print(
      'audit: expected verify [--from <number>] [--expect <size>:<root>] [--against <file>], accept, or key',
    );
    return false;
  }
  return await verify(parts, options, print);
}

/** Records the restore in the log, so that the gap is on record. */
async function accept(parts: AuditCommandParts, print: (line: string) => void): Promise<boolean> {
  const before = await parts.seenHeads.read();
  const { sequence } = await parts.database.reader
    .selectFrom('audit_head')
    .select('sequence')
    .executeTakeFirstOrThrow();
  await parts.database.transaction((transaction) =>
    parts.appendAudit(transaction, {
      action: 'audit_log.accept',
      category: 'system_operation',
      description: 'Audit log accepted after a restore',
      status: 'success',
      actor: { type: 'system' },
      resource: { type: 'audit_log' },
      metadata: { entries_before: before?.sequence ?? null, entries_found: sequence },
    }),
  );
  await parts.auditInbox.linkAll();
  const head = await parts.database.reader
    .selectFrom('audit_head')
    .select(['sequence', 'hash', 'root'])
    .executeTakeFirstOrThrow();
  if (head.root !== null) await parts.seenHeads.replace(seenIn({ ...head, root: head.root }));
  await parts.forgetVersions();
  print(`Accepted the audit log with ${sequence} entries. Restart every product process.`);
  return true;
}

interface VerifyArguments {
  readonly from?: number;
  readonly expected?: ExpectedState;
  /** File with the seals that a witness got, one in a line. */
  readonly against?: string;
}

function readOptions(args: readonly string[]): VerifyArguments | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { from: { type: 'string' }, expect: { type: 'string' }, against: { type: 'string' } },
    });
    const from = /^[1-9]\d{0,14}$/.exec(values.from ?? '1')?.[0];
    const [, size, root] = /^([1-9]\d{0,14}):([\da-f]{64})$/.exec(values.expect ?? '') ?? [];
    if (from === undefined || (values.expect !== undefined && root === undefined)) return undefined;
    return {
      from: Number(from),
      ...(root !== undefined && { expected: { size: Number(size), root } }),
      ...(values.against !== undefined && { against: values.against }),
    };
  } catch {
    return undefined;
  }
}

async function verify(
  parts: AuditCommandParts,
  options: VerifyArguments,
  print: (line: string) => void,
): Promise<boolean> {
  const witnessed = options.against === undefined ? [] : await readWitnessFile(options.against);
  if (typeof witnessed === 'string') {
    print(`audit verify: ${witnessed}`);
    return false;
  }
  let printed = 0;
  const checker = createAuditCheckThreads(parts.database, parts.connection);
  const seen = await parts.seenHeads.read();
  const { first, last, root, fault, drop } = await verifyAuditLog(parts, {
    ...(options.from !== undefined && { from: options.from }),
    expected: [...witnessed, ...(options.expected === undefined ? [] : [options.expected])],
    ...(seen !== undefined && { seen }),
    checker,
    onProgress: (checked, end) => {
      if (checked - printed < PROGRESS_EVERY || checked === end) return;
      printed = checked;
      print(`${checked} of ${end}`);
    },
  }).finally(checker.stop);
  // Only a verification from the first entry on says something about the whole log.
  if ((options.from ?? 1) === 1) await noteVerification(parts.database, { entries: last, fault });
  if (fault !== undefined) {
    print(`BROKEN: entry ${fault.sequence} ${fault.reason}.`);
    if (fault.reason.startsWith(LOST)) {
      print(
        'If you restored a backup, run npm run admin -- audit accept. Otherwise, keep the database as it is and find out who wrote to it.',
      );
    }
    return false;
  }
  if (options.expected !== undefined && options.expected.size < first) {
    print(
      `Expected root not checked: entry ${options.expected.size} is older than the first entry, ${first}.`,
    );
    return false;
  }
  print(
    last < first
      ? 'The audit log is empty.'
      : `Verified: entries ${first} to ${last} are unaltered and none is missing.`,
  );
  if (witnessed.length > 0) {
    const compared = witnessed.filter(({ size }) => size >= first).length;
    print(
      `Compared with ${compared} of the ${witnessed.length} seals in ${options.against}: the log was not rewritten.`,
    );
  }
  const { waiting } = await readSealAge(parts.database.reader);
  if (waiting > 0)
    print(`Entries of committed acts that are not linked yet: ${waiting}. A running Halyard links them.`);
  if (drop !== undefined) {
    print(`Retention removed entries 1 to ${drop.oldest - 1}, as recorded in entry ${drop.by}.`);
  }
  if (last > 0) print(`To detect a later truncation or restore, verify with --expect ${last}:${root}`);
  return true;
}
