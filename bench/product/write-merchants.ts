import type { Client } from 'pg';
import { withoutIndexes } from './without-indexes.ts';

/** Writes merchants of existing users, each created within a month after the user. 5 % are deleted. */
export async function writeMerchants(client: Client, merchants: number): Promise<void> {
  await client.query('BEGIN');
  await client.query('SELECT setseed(0.5)');
  await withoutIndexes(client, 'merchants', async () => {
    await client.query(
      `INSERT INTO merchants (id, user_id, name, website, created_at, deleted_at)
        SELECT gen_random_uuid(), id, split_part(name, ' ', 2) || ' ' || kind || ' ' || n,
          'https://' || n || '.example.com', created_at,
          CASE WHEN random() < 0.05 THEN created_at + interval '40 days' END
        FROM (
          SELECT id, name, row_number() OVER () AS n, users.created_at + random() * interval '30 days' AS created_at,
            (ARRAY['Shop', 'Coffee', 'Books', 'Records', 'Bicycles', 'Tea', 'Prints'])[1 + floor(7 * random())] AS kind
          FROM users, generate_series(1, 1 + 2 * $1 / (SELECT count(*) FROM users)) ORDER BY random() LIMIT $1
        ) AS drawn`,
      [merchants],
    );
  });
  await client.query('COMMIT');
}
