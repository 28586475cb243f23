import { emailKey } from '@halyard/contract/email-key';
import type { Client } from 'pg';

const BATCH = 10_000;

/** Conditions for writing a key. If it is taken, the old key stays; see `findAdministratorByEmail`. */
const TABLES = {
  administrators: 'NOT EXISTS (SELECT FROM administrators WHERE email_key = $2)',
  invitations: `(status <> 'pending' OR NOT EXISTS
    (SELECT FROM invitations WHERE email_key = $2 AND status = 'pending'))`,
};

interface StoredEmail {
  readonly id: string;
  readonly email: string;
}

/** Second part of migration 0019: computes the keys of addresses beyond ASCII, oldest row first. */
export async function fillEmailKeys(client: Client): Promise<void> {
  for (const [table, condition] of Object.entries(TABLES)) {
    for (const { id, email } of await readBeyondAscii(client, table)) {
      await client.query(`UPDATE ${table} SET email_key = $2 WHERE id = $1 AND ${condition}`, [
        id,
        emailKey(email),
      ]);
    }
  }
  const users = await readBeyondAscii(client, 'users');
  for (let first = 0; first < users.length; first += BATCH) {
    const batch = users.slice(first, first + BATCH);
    await client.query(
      `UPDATE users SET email_key = item.email_key FROM unnest($1::uuid[], $2::text[]) AS item (id, email_key)
        WHERE users.id = item.id`,
      [batch.map(({ id }) => id), batch.map(({ email }) => emailKey(email))],
    );
  }
}

async function readBeyondAscii(client: Client, table: string): Promise<readonly StoredEmail[]> {
  const { rows } = await client.query<StoredEmail>(
    `SELECT id, email FROM ${table} WHERE octet_length(convert_to(email, 'UTF8')) > length(email) ORDER BY created_at, id`,
  );
  return rows;
}
