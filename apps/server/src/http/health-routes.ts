import type { FastifyInstance } from 'fastify';
import { HEAD_TOO } from './head-too.ts';

/** Serves `/healthz` while the process lives, and `/readyz` while `isReady` holds. */
export function addHealthRoutes(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/healthz', HEAD_TOO, async () => ({ status: 'ok' }));
  app.get('/readyz', HEAD_TOO, async (_request, reply) => {
    if (await isReady()) return { status: 'ready' };
    return reply.code(503).header('retry-after', '3').send({ status: 'unavailable' });
  });
}
