import type { FastifyInstance } from 'fastify';
import { Problem } from '../infra/problem.ts';
import { addHealthRoutes } from './health-routes.ts';
import { createHttpServer, type HttpOptions } from './http-server.ts';

/** Creates the server that holds the port during the start: alive, not ready, and 503 for everything else. */
export async function createStartingServer(options: HttpOptions): Promise<FastifyInstance> {
  const app = await createHttpServer(options);
  addHealthRoutes(app, async () => false);
  app.addHook('onRequest', async ({ is404 }) => {
    if (is404) {
      throw new Problem('unavailable', 'The server is starting. Try again in a moment', {
        retryAfterSeconds: 3,
      });
    }
  });
  return app;
}
