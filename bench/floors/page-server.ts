import { ADMIN_API } from '@halyard/contract/constants';
import { DEFAULT_RUNTIME_SETTINGS } from '@halyard/contract/runtime-settings';
import { createHttpServer } from '../../apps/server/src/http/http-server.ts';
import { servePages } from '../../apps/server/src/http/page-files.ts';
import { createLog } from '../../apps/server/src/infra/log.ts';
import { createMetrics } from '../../apps/server/src/infra/metrics.ts';

/** `page-server.ts FOLDER [ADDRESS]`: serves a folder like the product's dashboard, and proxies the API at ADDRESS. */

const [, , folder = '.', apiAddress] = process.argv;
const app = await createHttpServer({
  log: createLog('info'),
  secure: false,
  trustedProxies: [],
  isOwnHost: () => true,
  metrics: createMetrics(),
});
if (apiAddress !== undefined) {
  app.get(`${ADMIN_API}/*`, async (request, reply) => {
    const answer = await fetch(apiAddress + request.url, {
      headers: { cookie: request.headers.cookie ?? '' },
    });
    return reply
      .code(answer.status)
      .type('application/json')
      .send(Buffer.from(await answer.arrayBuffer()));
  });
}
await servePages(app, {
  dist: folder,
  settings: { ...DEFAULT_RUNTIME_SETTINGS, imageOrigins: [] },
});
console.log(`ready on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
process.once('disconnect', () => process.exit());
