import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../apps/server/src/infra/db/database.ts';
import type { Act, Kind } from './ledger.ts';

/** Audit entries may be linked into the log a moment after their commit. */
const SETTLED_WITHIN_MS = 15_000;

/** Acts that are not as they should be, in words. Empty lists mean that all is well. */
export interface Findings {
  /** Acknowledged, but not in the database. */
  readonly lost: readonly string[];
  /** In the database in part. */
  readonly halfDone: readonly string[];
  /** In the database, although refused or never sent. */
  readonly ghosts: readonly string[];
  /** Gaps in the numbers of the audit log. */
  readonly gaps: readonly string[];
  /** How many unknown acts took place. */
  readonly unknownDone: number;
}

/** Which parts of an act must be in the database: each query returns the ids or keys of acts that have the part. */
const PARTS: Readonly<Record<Kind, readonly Part[]>> = {
  invite: [
    audited('invitation.create'),
    keyed('SELECT email AS found FROM invitations WHERE email = ANY ($1)'),
    keyed('SELECT DISTINCT queue AS found FROM outbox WHERE queue = ANY ($1)'),
  ],
  revoke: [
    audited('invitation.revoke'),
    keyed("SELECT id::text AS found FROM invitations WHERE status = 'revoked' AND id = ANY ($1::uuid[])"),
  ],
  settings: [audited('user.settings_update')],
  block: [audited('user.block')],
  unblock: [audited('user.unblock')],
  'reset request': [
    keyed(`SELECT DISTINCT substr(queue, 24) AS found FROM outbox
      WHERE queue = ANY (SELECT 'password_reset_request:' || email FROM unnest($1::text[]) AS email)`),
  ],
  'sign-in': [
    audited('two_factor.verify'),
    byId("SELECT user_agent AS found FROM sessions WHERE user_agent = ANY ($1) AND stage = 'full'"),
  ],
  backup: [audited('wallet.backup_attempt'), audited('wallet.backup')],
};

interface Part {
  readonly what: string;
  readonly of: (act: Act) => string;
  readonly text: string;
}

function audited(action: string): Part {
  const text = `SELECT DISTINCT request_id AS found FROM audit_log
    WHERE request_id = ANY ($1) AND action = '${action}' AND status <> 'failure'`;
  return { what: action, of: ({ id }) => id, text };
}

function keyed(text: string): Part {
  return { what: 'row', of: ({ key }) => key, text };
}

function byId(text: string): Part {
  return { what: 'row', of: ({ id }) => id, text };
}

/** An act that other acts of its kind on the same record can follow is known by its audit entry only. */
const AUDITED_ACTIONS = Object.values(PARTS)
  .flat()
  .filter(({ what }) => what.includes('.'))
  .map(({ what }) => what);

/**
 * Compares acts with the database. Call it while no act runs and the database works.
 * @param options `after`: sequence number of the last audit entry before the acts
 */
export async function checkActs(
  database: Database,
  acts: readonly Act[],
  {
    after,
    settledWithinMs = SETTLED_WITHIN_MS,
  }: { readonly after: number; readonly settledWithinMs?: number },
): Promise<Findings> {
  const deadline = performance.now() + settledWithinMs;
  for (;;) {
    const findings = await compare(database, acts, after);
    const isWell = [findings.lost, findings.halfDone, findings.ghosts, findings.gaps].every(
      ({ length }) => length === 0,
    );
    if (isWell || performance.now() > deadline) return findings;
    await pause(200);
  }
}

async function compare(database: Database, acts: readonly Act[], after: number): Promise<Findings> {
  const lost: string[] = [];
  const halfDone: string[] = [];
  const ghosts: string[] = [];
  let unknownDone = 0;
  for (const [kind, parts] of Object.entries(PARTS)) {
    const ofKind = acts.filter((act) => act.kind === kind);
    const found = await Promise.all(
      parts.map(async ({ text, of }) => {
        const { rows } = await database.query<{ found: string }>({ text, values: [ofKind.map(of)] });
        const seen = new Set(rows.map((row) => row.found));
        return (act: Act) => seen.has(of(act));
      }),
    );
    for (const act of ofKind) {
      const there = found.filter((has) => has(act)).length;
      const name = `${act.kind} ${act.id} of ${act.key} (${act.outcome})`;
      if (there < parts.length && act.outcome === 'acknowledged') lost.push(name);
      // A backup commits its attempt first, and releases no key unless the second entry is committed.
      else if (there > 0 && there < parts.length && kind !== 'backup') halfDone.push(name);
      if (there > 0 && act.outcome === 'refused' && kind !== 'backup') ghosts.push(name);
      if (there === parts.length && act.outcome === 'unknown') unknownDone += 1;
    }
  }
  halfDone.push(...(await usersUnlikeTheirAudit(database, acts)));
  ghosts.push(...(await entriesWithoutAct(database, acts, after)));
  return { lost, halfDone, ghosts, gaps: await gapsOfLog(database, after), unknownDone };
}

/** A user's row must show what the last audit entries about it say. */
async function usersUnlikeTheirAudit(database: Database, acts: readonly Act[]): Promise<string[]> {
  const users = [
    ...new Set(
      acts.flatMap(({ kind, key }) => (['settings', 'block', 'unblock'].includes(kind) ? [key] : [])),
    ),
  ];
  const { rows } = await database.query<{ id: string; row: string; log: string }>({
    text: `SELECT users.id::text, concat_ws(' ', max_merchants, blocked_reason) AS row,
        concat_ws(' ', coalesce(limited.value, '-1'), blocked.value) AS log
      FROM users
      LEFT JOIN LATERAL (SELECT changes->'maxMerchants'->>'after' AS value FROM audit_log
        WHERE resource_id = users.id::text AND action = 'user.settings_update' ORDER BY sequence DESC LIMIT 1) AS limited ON true
      LEFT JOIN LATERAL (SELECT changes->'blockedReason'->>'after' AS value FROM audit_log
        WHERE resource_id = users.id::text AND action IN ('user.block', 'user.unblock') ORDER BY sequence DESC LIMIT 1) AS blocked ON true
      WHERE users.id = ANY ($1::uuid[])`,
    values: [users],
  });
  return rows.flatMap(({ id, row, log }) =>
    row === log ? [] : [`user ${id}: the row says "${row}", the audit log "${log}"`],
  );
}

async function entriesWithoutAct(database: Database, acts: readonly Act[], after: number): Promise<string[]> {
  const { rows } = await database.query<{ sequence: number; action: string }>({
    text: `SELECT sequence, action FROM audit_log
      WHERE sequence > $1 AND status <> 'failure' AND action = ANY ($2) AND request_id <> ALL ($3)`,
    values: [after, AUDITED_ACTIONS, acts.map(({ id }) => id)],
  });
  return rows.map(({ sequence, action }) => `audit entry ${sequence} (${action}) of no act`);
}

async function gapsOfLog(database: Database, after: number): Promise<string[]> {
  const { rows } = await database.query<{ last: number; entries: number }>({
    text: 'SELECT coalesce(max(sequence), $1) AS last, count(*) AS entries FROM audit_log WHERE sequence > $1',
    values: [after],
  });
  const [{ last, entries } = { last: after, entries: 0 }] = rows;
  return last - after === entries ? [] : [`${entries} audit entries from ${after + 1} to ${last}`];
}

export async function lastAuditEntry(database: Database): Promise<number> {
  const { rows } = await database.query<{ last: number }>({
    text: 'SELECT coalesce(max(sequence), 0) AS last FROM audit_log',
  });
  return rows[0]?.last ?? 0;
}
