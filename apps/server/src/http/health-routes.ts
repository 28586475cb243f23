import type { FastifyInstance } from 'fastify';
import { VERSION } from '../infra/version.ts';
import { HEAD_TOO } from './head-too.ts';

/** Serves `/healthz` while the process lives, `/readyz` while `isReady` holds, and `/version`. */
export function addHealthRoutes(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/healthz', HEAD_TOO, async () => ({ status: 'ok' }));
  app.get('/version', HEAD_TOO, async () => ({ version: VERSION }));
  app.get('/readyz', HEAD_TOO, async (_request, reply) => {
    if (await isReady()) return { status: 'ready' };
    return reply.code(503).header('retry-after', '3').send({ status: 'unavailable' });
  });
}
