import type { Client } from 'pg';

/** Writes three years of invitations: mostly accepted, some revoked, the rest pending or expired. */
export async function writeInvitations(client: Client, invitations: number): Promise<void> {
  await client.query('BEGIN');
  await client.query('SELECT setseed(0.5)');
  await client.query(
    `INSERT INTO invitations (email, email_key, status, token_hash, created_at, expires_at)
      SELECT 'guest' || n || '@example.com', 'guest' || n || '@example.com', status, CASE status WHEN 'pending' THEN sha256(n::text::bytea) END,
        created_at, created_at + interval '7 days'
      FROM (
        SELECT n, now() - (n + random()) * interval '3 years' / $1 AS created_at,
          (ARRAY['accepted', 'accepted', 'accepted', 'revoked', 'pending'])[1 + floor(5 * random())] AS status
        FROM generate_series(1, $1::integer) AS n
      ) AS drawn`,
    [invitations],
  );
  await client.query('COMMIT');
}
