import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { findSession } from './find-session.ts';

/* Minimal server: looks up the session and runs the statements of `/?sql=SELECT…&sql=…`. */

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

const server = createServer(async (request, response) => {
  if (!(await findSession(pool, request))) {
    response.writeHead(401).end();
    return;
  }
  const found: unknown[] = [];
  for (const sql of new URL(`http://floor${request.url}`).searchParams.getAll('sql')) {
    found.push((await pool.query(sql)).rows);
  }
  const json = JSON.stringify(found);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) });
  response.end(json);
});

server.listen(0, '127.0.0.1', () => {
  console.log(`ready on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('disconnect', () => process.exit());
