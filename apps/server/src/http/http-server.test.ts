import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { beginWait, waitingSince } from '../infra/db/database-waits.ts';
import { createMetrics } from '../infra/metrics.ts';
import { createHttpServer } from './http-server.ts';
import { securityHeaders } from './security-headers.ts';

const NEVER_MS = 3_600_000;

let app: FastifyInstance;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

async function start(unreadForMs: number, addRoutes: (app: FastifyInstance) => void): Promise<void> {
  const log = pino({ level: 'silent' });
  const rest = { secure: false, trustedProxies: [], isOwnHost: () => true, metrics: createMetrics() };
  app = await createHttpServer({ log, ...rest, unreadForMs });
  addRoutes(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
}

/** Opens a connection that sends a text and never closes its own side. */
function send(text: string): Socket {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(text));
  sockets.push(socket.on('error', () => undefined));
  return socket;
}

async function countConnections(): Promise<number> {
  return await new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

it('the HTTP server closes a connection that the client keeps open after an invalid request', async () => {
  await start(NEVER_MS, () => undefined);
  const socket = send('hello\r\n\r\n');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  await once(socket, 'end');
  expect(received).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*"requestId":"[0-9a-f-]{36}"}$/);
  for (const [name, value] of Object.entries(securityHeaders(false))) {
    expect(received).toContain(`\r\n${name}: ${value}\r\n`);
  }
  await expect.poll(countConnections).toBe(0);
});

it('the HTTP server counts the age of a request for the database from the end of its body', async () => {
  const ages: number[] = [];
  const note = async () => {
    beginWait()();
    ages.push(waitingSince());
  };
  await start(NEVER_MS, () => {
    app.post('/with-body', { onRequest: note }, note);
    app.get('/without-body', { onRequest: note }, note);
  });
  await app.inject({ method: 'GET', url: '/without-body' });
  await app.inject({ method: 'POST', url: '/with-body', payload: {} });
  const [first, second, beforeBody = 0, afterBody = 0] = ages;
  expect(second).toBe(first);
  expect(afterBody).toBeGreaterThan(beforeBody);
});

it('the HTTP server writes no error into an answer that it is sending', async () => {
  const endless = new Readable({ read: () => undefined });
  await start(NEVER_MS, () => {
    app.get('/endless', async (_request, reply) => reply.send(endless));
  });
  const socket = send('GET /endless HTTP/1.1\r\nHost: a\r\n\r\n');
  endless.push('begin');
  let received = '';
  socket.on('data', (chunk) => {
    if (!received.includes('begin') && String(chunk).includes('begin')) socket.write('hello\r\n\r\n');
    received += chunk;
  });
  await once(socket, 'end');
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  expect(received).toMatch(/begin\r\n$/);
});

it('the HTTP server answers a request that takes too long in JSON', { timeout: 60_000 }, async () => {
  await start(NEVER_MS, () => {
    app.post('/slow', async () => ({}));
  });
  const head =
    'POST /slow HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n';
  for (const text of ['GET / HTTP/1.1\r\nHost', `${head}{`]) {
    let received = '';
    const socket = send(text).on('data', (chunk) => {
      received += chunk;
    });
    await once(socket, 'end');
    expect(received).toMatch(/^HTTP\/1\.1 408 [\s\S]*"message":"The request took too long"/);
  }
});

it('the HTTP server closes the connection and the source stream if the client stops reading', async () => {
  let isReleased = false;
  async function* endless() {
    try {
      for (;;) yield 'x'.repeat(65_536);
    } finally {
      isReleased = true;
    }
  }
  await start(200, () => {
    app.get('/endless', async (_request, reply) =>
      reply.send(Readable.from(endless(), { objectMode: false })),
    );
  });
  send('GET /endless HTTP/1.1\r\nHost: a\r\n\r\n').pause();
  await expect.poll(() => isReleased).toBe(true);
  await expect.poll(countConnections).toBe(0);
});

it('the HTTP server finishes a response slower than the unread timeout, even during shutdown', async () => {
  let closed: Promise<undefined> | undefined;
  await start(200, () => {
    app.get('/slow', async (request) => {
      closed = app.close();
      await once(request.raw.socket, 'timeout');
      return { isWhole: true };
    });
  });
  const socket = send('GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  await once(socket, 'end');
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*{"isWhole":true}$/);
  await closed;
});
