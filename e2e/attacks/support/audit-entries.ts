import { eventually } from './eventually.ts';
import type { Stage } from './stage.ts';

export interface Entry {
  readonly sequence: number;
  readonly action: string;
  readonly action_category: string;
  readonly description: string;
  readonly status: string;
  readonly actor_type: string;
  readonly actor_id: string | null;
  readonly actor_email: string | null;
  readonly resource_type: string;
  readonly resource_id: string | null;
  readonly request_id: string | null;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  readonly error_message: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly changes: Readonly<Record<string, { readonly before?: unknown; readonly after?: unknown }>> | null;
}

export async function newestEntry({ database }: Stage): Promise<number> {
  const { rows } = await database.query<{ sequence: string }>({ text: 'SELECT sequence FROM audit_head' });
  return Number(rows[0]?.sequence);
}

/** Waits until the log has the entry of each committed act: of acts at once, some are linked a moment later. */
export async function untilLinked({ database }: Stage): Promise<void> {
  await eventually(async () => (await database.query({ text: 'SELECT FROM audit_inbox' })).rows.length === 0);
}

/** Entries after a number, oldest first. */
export async function entriesAfter(stage: Stage, sequence: number): Promise<readonly Entry[]> {
  const { database } = stage;
  await untilLinked(stage);
  const { rows } = await database.query<Entry & { sequence: number }>({
    text: 'SELECT * FROM audit_log WHERE sequence > $1 ORDER BY sequence',
    values: [sequence],
  });
  return rows;
}
