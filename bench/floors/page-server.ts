import { DEFAULT_PRODUCT_NAME } from '@halyard/contract/constants';
import { createHttpServer } from '../../apps/server/src/http/http-server.ts';
import { servePages } from '../../apps/server/src/http/page-files.ts';
import { createLog } from '../../apps/server/src/infra/log.ts';
import { createMetrics } from '../../apps/server/src/infra/metrics.ts';

/** `page-server.ts FOLDER`: serves a folder exactly as the product serves its dashboard. */

const [, , folder = '.'] = process.argv;
const app = await createHttpServer({
  log: createLog('info'),
  secure: false,
  trustedProxies: [],
  metrics: createMetrics(),
});
await servePages(app, folder, { productName: DEFAULT_PRODUCT_NAME, analytics: null, imageOrigins: [] });
console.log(`ready on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
process.once('disconnect', () => process.exit());
