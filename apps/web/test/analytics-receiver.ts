import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

export interface AnalyticsEvent {
  readonly event: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly $set?: Readonly<Record<string, unknown>>;
}

export interface AnalyticsReceiver {
  readonly origin: string;
  /** Such as `POST /e/`, without preflights. */
  readonly requests: readonly string[];
  readonly events: readonly AnalyticsEvent[];
  readonly close: () => Promise<void>;
}

/** Receives PostHog events until the process ends. With code 0 it never responds. */
export async function startAnalyticsReceiver(answerCode = 200): Promise<AnalyticsReceiver> {
  const requests: string[] = [];
  const events: AnalyticsEvent[] = [];

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method === 'OPTIONS') {
      response.end();
      return;
    }
    requests.push(`${request.method} ${(request.url ?? '').replace(/\?.*/, '')}`);
    if (request.method === 'POST') events.push(...eventsIn(Buffer.concat(chunks)));
    if (answerCode !== 0) response.writeHead(answerCode).end('{"status": 1}');
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    events,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Reads events from JSON, gzip or a Base64 form: a single event, a list or a batch. */
function eventsIn(body: Buffer): AnalyticsEvent[] {
  const isPacked = body[0] === 0x1f && body[1] === 0x8b;
  const text = (isPacked ? gunzipSync(body) : body).toString();
  const data = text.startsWith('data=') ? new URLSearchParams(text).get('data') : null;
  const parsed = JSON.parse(data === null ? text : Buffer.from(data, 'base64').toString());
  return [parsed.batch ?? parsed].flat();
}
