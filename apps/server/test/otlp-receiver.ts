import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Trace ids that it links to. */
  readonly links: readonly string[];
  readonly failed: boolean;
}

/** A real OTLP/HTTP collector on loopback, for protobuf. */
export interface OtlpReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Names of all metrics. */
  readonly metrics: ReadonlySet<string>;
  /** Attributes of the senders. */
  readonly resources: readonly Readonly<Record<string, string | number>>[];
  readonly headers: readonly IncomingHttpHeaders[];
  /** Everything that arrived. */
  readonly bytes: () => Buffer;
  readonly stop: () => Promise<void>;
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const metrics = new Set<string>();
  const resources: Record<string, string | number>[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const bodies: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    headers.push(request.headers);
    bodies.push(body);
    for (const sender of messages(body, 1)) {
      resources.push(attributesOf(messages(sender, 1)[0], 1));
      for (const scope of messages(sender, 2)) {
        if (request.url === '/v1/traces') spans.push(...messages(scope, 2).map(readSpan));
        if (request.url === '/v1/metrics') {
          for (const metric of messages(scope, 2)) metrics.add(String(messages(metric, 1)[0]));
        }
      }
    }
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    resources,
    headers,
    bytes: () => Buffer.concat(bodies),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** By the field numbers of opentelemetry/proto/trace/v1/trace.proto. */
function readSpan(span: Buffer): ReceivedSpan {
  const hex = (field: number) => messages(span, field)[0]?.toString('hex') ?? '';
  return {
    traceId: hex(1),
    spanId: hex(2),
    parentId: hex(4),
    name: String(messages(span, 5)[0]),
    attributes: attributesOf(span, 9),
    links: messages(span, 13).map((link) => messages(link, 1)[0]?.toString('hex') ?? ''),
    failed: messages(span, 15).some((status) => numbers(status, 3)[0] === 2),
  };
}

function attributesOf(message: Buffer | undefined, field: number): Record<string, string | number> {
  if (message === undefined) return {};
  return Object.fromEntries(
    messages(message, field).map((pair) => {
      const [key, value] = [messages(pair, 1)[0], messages(pair, 2)[0] ?? Buffer.of()];
      return [String(key), messages(value, 1)[0]?.toString() ?? numbers(value, 3)[0] ?? ''];
    }),
  );
}

function messages(message: Buffer, field: number): Buffer[] {
  return fieldsOf(message, field).filter((value) => typeof value !== 'number');
}

function numbers(message: Buffer, field: number): number[] {
  return fieldsOf(message, field).filter((value) => typeof value === 'number');
}

/** Reads one level of a protobuf message: numbers, and bytes of texts, ids and messages. */
function fieldsOf(message: Buffer, wanted: number): (Buffer | number)[] {
  const found: (Buffer | number)[] = [];
  let place = 0;
  const varint = () => {
    let value = 0;
    for (let weight = 1; ; weight *= 128) {
      const byte = message[place++] ?? 0;
      value += (byte & 127) * weight;
      if (byte < 128) return value;
    }
  };
  const take = (length: number) => {
    place += length;
    return message.subarray(place - length, place);
  };
  while (place < message.length) {
    const tag = varint();
    const wireType = tag & 7;
    const fixed = wireType === 1 ? 8 : 4;
    const value = wireType === 0 ? varint() : take(wireType === 2 ? varint() : fixed);
    if (tag >> 3 === wanted) found.push(value);
  }
  return found;
}
