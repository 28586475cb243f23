import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { findSession } from './find-session.ts';

/* Minimal users list: session, page and JSON. No total, limits, logging, validation or error handling. */

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

const page = {
  name: 'page',
  text: `SELECT id AS uuid, name, email, profile_image_url AS "profileImageUrl", merchant_count AS "merchantCount",
      created_at AS "createdAt", blocked_at AS "blockedAt", blocked_reason AS "blockedReason"
    FROM users WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 20`,
};

const server = createServer(async (request, response) => {
  if (!(await findSession(pool, request))) {
    response.writeHead(401).end();
    return;
  }
  const { rows } = await pool.query(page);
  response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify({ users: rows }));
});

server.listen(0, '127.0.0.1', () => {
  console.log(`ready on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('disconnect', () => process.exit());
