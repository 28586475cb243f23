import { createServer, type Server } from 'node:http';
import type { Metrics } from '../infra/metrics.ts';
import { listeningRefusal } from './listening-refusal.ts';

/**
 * Serves `GET /metrics`, and HEAD, and nothing else, on a port of its own that the public never reaches.
 * @throws StartupError where the port cannot be had
 */
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
