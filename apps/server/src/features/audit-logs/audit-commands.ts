import { parseArgs } from 'node:util';
import { createAuditCheckThreads } from '../../infra/audit/verification/audit-check-threads.ts';
import { verifyAuditLog } from '../../infra/audit/verification/verify-audit-log.ts';
import type { MasterKeys } from '../../infra/crypto/master-keys.ts';
import type { Database } from '../../infra/db/database.ts';
import type { DatabaseConnection } from '../../infra/db/database-connection.ts';

export const AUDIT_USAGE = [
  'audit verify [--from <number>] [--expect <size>:<root>]',
  '                            verify every entry of the audit log, its tree and its seals',
  'audit key                   print the public key that verifies seals',
];

const PROGRESS_EVERY = 100_000;

interface AuditCommandParts {
  readonly database: Database;
  readonly connection: DatabaseConnection;
  readonly masterKeys: MasterKeys;
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
  const options = command === 'verify' ? readOptions(args) : undefined;
  if (options === undefined) {
    print('audit: expected verify [--from <number>] [--expect <size>:<root>], or key');
    return false;
  }
  return await verify(parts, options, print);
}

interface VerifyArguments {
  readonly from?: number;
  readonly expected?: { readonly size: number; readonly root: string };
}

function readOptions(args: readonly string[]): VerifyArguments | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { from: { type: 'string' }, expect: { type: 'string' } },
    });
    const from = /^[1-9]\d{0,14}$/.exec(values.from ?? '1')?.[0];
    const [, size, root] = /^([1-9]\d{0,14}):([\da-f]{64})$/.exec(values.expect ?? '') ?? [];
    if (from === undefined || (values.expect !== undefined && root === undefined)) return undefined;
    return {
      from: Number(from),
      ...(root !== undefined && { expected: { size: Number(size), root } }),
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
  let printed = 0;
  const checker = createAuditCheckThreads(parts.database, parts.connection);
  const { first, last, root, fault, drop } = await verifyAuditLog(parts, {
    ...options,
    checker,
    onProgress: (checked, end) => {
      if (checked - printed < PROGRESS_EVERY || checked === end) return;
      printed = checked;
      print(`${checked} of ${end}`);
    },
  }).finally(checker.stop);
  if (fault !== undefined) {
    print(`BROKEN: entry ${fault.sequence} ${fault.reason}.`);
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
  if (drop !== undefined) {
    print(`Retention removed entries 1 to ${drop.oldest - 1}, as recorded in entry ${drop.by}.`);
  }
  if (last > 0) print(`To detect a later truncation or restore, verify with --expect ${last}:${root}`);
  return true;
}
