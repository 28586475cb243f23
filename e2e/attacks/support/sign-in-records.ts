import { createHash } from 'node:crypto';
import { untilLinked } from './audit-entries.ts';
import type { Stage } from './stage.ts';

export interface SignInRecord {
  readonly reason: string;
  readonly ip: string;
}

/** Failed sign-ins with this email in any case, oldest first. */
export async function failedSignIns(stage: Stage, email: string): Promise<readonly SignInRecord[]> {
  await untilLinked(stage);
  const { rows } = await stage.database.query<SignInRecord>({
    text: `SELECT metadata ->> 'reason' AS reason, ip_address AS ip FROM audit_log
      WHERE action = 'auth.login' AND status = 'failure' AND lower(actor_email) = lower($1) ORDER BY sequence`,
    values: [email],
  });
  return rows;
}

/** How failures are stored for an account. */
export const accountHash = (email: string) => createHash('sha256').update(email).digest();
