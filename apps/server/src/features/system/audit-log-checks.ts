import type { SystemCheck } from '@halyard/contract/system';
import { sql } from 'kysely';
import { readAuditAlarm } from '../../infra/audit/proof/extend-audit-tiles.ts';
import type { HeadMemory } from '../../infra/audit/proof/head-memory.ts';
import { readSealAge, type SealAge } from '../../infra/audit/proof/read-seal-age.ts';
import type { DatabaseReader } from '../../infra/db/database.ts';
import { onlyRow } from '../../infra/db/only-row.ts';
import { check, type Fault, fact, timeFact } from './system-check.ts';
import { SYSTEM_THRESHOLDS } from './system-thresholds.ts';

const VERIFY = 'npm run audit:verify';

interface VerificationRow {
  readonly verified_at: Date | null;
  readonly verified_entries: number | null;
  readonly verified_fault: string | null;
  /** Since the last verification, or since the installation. */
  readonly ageDays: number;
}

/** Checks the continuous verification of the audit log, its seals, and the last full verification. */
export async function readAuditLogChecks(
  reader: DatabaseReader,
  headMemory: Pick<HeadMemory, 'alarm'>,
  areRechecksFailing: boolean,
): Promise<readonly SystemCheck[]> {
  const [alarm, seal, verification] = await Promise.all([
    readAuditAlarm(reader),
    readSealAge(reader),
    readVerification(reader),
  ]);
  return [
    check(
      'audit_log',
      'Entries',
      [
        fact('Entries', seal.entries),
        timeFact('Newest', seal.sealedAt, 'None yet'),
        ...(seal.waiting === 0 ? [] : [fact('Not sealed yet', seal.waiting)]),
      ],
      entriesFault((alarm ?? headMemory.alarm()) !== undefined, seal),
    ),
    check(
      'audit_log',
      'Kept seals',
      [timeFact('Last kept', seal.keptAt, 'None yet')],
      areRechecksFailing || (seal.ageSeconds ?? 0) > SYSTEM_THRESHOLDS.sealAgeSeconds
        ? {
            state: 'failed',
            advice: 'Search the log for "could not recheck the audit log", and restart Halyard.',
          }
        : undefined,
    ),
    check(
      'audit_log',
      'Full verification',
      [
        timeFact('Last', verification.verified_at, 'Never'),
        ...(verification.verified_at === null ? [] : [fact('Result', resultOf(verification))]),
      ],
      verificationFault(verification),
    ),
  ];
}

function entriesFault(isBroken: boolean, { waitingSeconds }: SealAge): Fault | undefined {
  if (isBroken) {
    return {
      state: 'failed',
      advice:
        'Keep the database as it is, have a server operator verify the log, and follow docs/operating/audit-log-and-exports.md.',
      command: VERIFY,
    };
  }
  return (waitingSeconds ?? 0) > SYSTEM_THRESHOLDS.auditWaitingSeconds
    ? {
        state: 'failed',
        advice: 'Search the log for "could not link waiting audit entries": changes are refused until then.',
      }
    : undefined;
}

function resultOf({ verified_entries, verified_fault }: VerificationRow): string {
  return verified_fault ?? `${(verified_entries ?? 0).toLocaleString('en')} entries unaltered`;
}

function verificationFault({ verified_fault, ageDays }: VerificationRow): Fault | undefined {
  if (verified_fault !== null) {
    return {
      state: 'failed',
      advice:
        'Keep the database as it is, find out who wrote to it, and follow docs/operating/audit-log-and-exports.md.',
      command: VERIFY,
    };
  }
  return ageDays > SYSTEM_THRESHOLDS.verificationAgeDays
    ? {
        state: 'attention',
        advice: 'Have a server operator verify the whole audit log once a month.',
        command: VERIFY,
      }
    : undefined;
}

async function readVerification(reader: DatabaseReader): Promise<VerificationRow> {
  const { rows } = await sql<VerificationRow>`
    SELECT verified_at, verified_entries, verified_fault,
      extract(epoch FROM now() - coalesce(verified_at, installed_at))::float8 / 86400 AS "ageDays"
    FROM (SELECT min(reached_at) AS installed_at FROM installation_marks) AS installation
    LEFT JOIN audit_watch ON true`.execute(reader);
  return onlyRow(rows);
}
