import { randomUUID } from 'node:crypto';
import type { Stage } from './stage.ts';

/** Adds a user of the platform. */
export async function newUser(
  { database }: Pick<Stage, 'database'>,
  { isBlocked = false }: { readonly isBlocked?: boolean } = {},
): Promise<{ readonly id: string; readonly email: string }> {
  const id = randomUUID();
  const email = `user-${id}@example.com`;
  await database.query({
    text: `INSERT INTO users (id, email, email_key, name, created_at, blocked_at, blocked_reason)
      VALUES ($1, $2, $2, 'Planted User', now(), CASE WHEN $3 THEN now() END, CASE WHEN $3 THEN 'Fraud' END)`,
    values: [id, email, isBlocked],
  });
  return { id, email };
}
