import { createServer, type Server } from 'node:http';
import type { Metrics } from '../infra/metrics.ts';
import { listeningRefusal } from './listen.ts';

/** Serves `/metrics` on a separate port that is not public. @throws StartupError if the port is unavailable */
export async function startMetricsServer(metrics: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (!['GET', 'HEAD'].includes(request.method ?? '') || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(listeningRefusal(error, { variable: 'METRICS_PORT', host, port })),
    );
    server.listen(port, host, resolve);
  });
  return server;
}
