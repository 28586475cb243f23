import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastifyCookie from '@fastify/cookie';
import { REQUEST_ID_HEADER } from '@halyard/contract/constants';
import { ENDPOINTS } from '@halyard/contract/endpoints';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { DatabaseWaits, withDatabaseWaits } from '../infra/db/database-waits.ts';
import { isWriteRefused } from '../infra/db/write-refused.ts';
import type { Metrics } from '../infra/metrics.ts';
import { Problem } from '../infra/problem.ts';
import { clientAddress } from './client-address.ts';
import { answerClientError, answerConnect } from './client-error.ts';
import { answerError } from './error-answer.ts';
import type { HostPolicy } from './host-policy.ts';
import { acceptJsonOnly } from './json-body.ts';
import { traceRequests } from './request-spans.ts';
import { securityHeaders } from './security-headers.ts';
import { createUntrustedProxyWarning } from './untrusted-proxy-warning.ts';
import { findUnusable, PARSED_HEADERS_BYTES } from './unusable-request.ts';
import { escapeUndecodablePath } from './usable-url.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
/**
 * Timeout for a client that reads nothing. Node closes within twice this time. Kernels move up to 1.7 MB at a time
 * (measured on loopback), so a steady 60 kB/s reader can seem idle for 28 s.
 */
const UNREAD_FOR_MS = 30_000;
const USABLE_REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

export interface HttpOptions {
  readonly log: FastifyBaseLogger;
  readonly secure: boolean;
  readonly trustedProxies: readonly string[];
  readonly isOwnHost: HostPolicy;
  readonly metrics: Metrics;
  /** Whether the process will stop soon: each connection then ends with its current response. */
  readonly isStopping?: (() => boolean) | undefined;
  /** Timeout for unread responses, for tests. */
  readonly unreadForMs?: number;
}

/** Creates the server without routes. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const headers = securityHeaders(options.secure);
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    bodyLimit: BODY_LIMIT_BYTES,
    exposeHeadRoutes: false,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: PARSED_HEADERS_BYTES,
      // Node would answer without a body.
      requireHostHeader: false,
    },
    requestTimeout: 12_000,
    connectionTimeout: options.unreadForMs ?? UNREAD_FOR_MS,
    keepAliveTimeout: 10_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestIdHeader: false,
    // The schemas check the length of ids. A route that does not match would look like a wrong method.
    routerOptions: { maxParamLength: PARSED_HEADERS_BYTES },
    rewriteUrl: ({ url = '' }) => escapeUndecodablePath(url),
    genReqId: ({ headers }) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && USABLE_REQUEST_ID.test(given) ? given : randomUUID();
    },
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header(REQUEST_ID_HEADER, request.id);
      answerError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, headers),
  });
  app.server.on('connect', (_request, socket) => answerConnect(socket, headers));
  // Node would answer an unknown expectation without a body. It is safe to ignore.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  traceRequests(app, (request) => !isFrequent(request));
  limitDatabaseWaits(app);
  prepareAnswers(app, headers, options);
  observeAnswers(app, options.metrics);
  // Behind https, there is a proxy.
  if (options.secure) {
    const warn = createUntrustedProxyWarning(options.log);
    app.addHook('onRequest', (request, _reply, next) => {
      warn(request);
      next();
    });
  }
  await app.register(fastifyCookie);
  acceptJsonOnly(app);
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    // Errors of the audit log carry their cause.
    if (isWriteRefused(error) || isWriteRefused(error.cause)) options.metrics.countRefusedWrite();
    answerError(error, request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsAt(request.url);
    if (allowed.length === 0) throw new Problem('not_found', 'Not found');
    reply.header('allow', allowed.join(', '));
    throw new Problem('method_not_allowed', `Method not allowed. Use ${allowed.join(' or ')}.`);
  });
  return app;
}

/** Rejects unusable requests before anything reads them. */
function prepareAnswers(
  app: FastifyInstance,
  headers: Readonly<Record<string, string>>,
  { isOwnHost, isStopping }: Pick<HttpOptions, 'isOwnHost' | 'isStopping'>,
): void {
  /** Connections that close after the current response. Pipelined requests are not handled. */
  const refused = new WeakSet<object>();
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', (request, reply, next) => {
    closeWhenUnread(reply.raw);
    reply.headers(headers).header(REQUEST_ID_HEADER, request.id);
    const unusable = refused.has(request.socket)
      ? new Problem('validation_error', 'The connection was reset')
      : findUnusable(request);
    if (unusable !== undefined) refused.add(request.socket);
    if (unusable !== undefined) reply.header('connection', 'close');
    next(unusable ?? (isOwnHost(request) ? undefined : foreignHost()));
  });
  app.addHook('onSend', (_request, reply, payload, next) => {
    if (closing || isStopping?.()) reply.header('connection', 'close');
    next(null, payload);
  });
}

function limitDatabaseWaits(app: FastifyInstance): void {
  const waitsOf = new WeakMap<FastifyRequest, DatabaseWaits>();
  app.addHook('onRequest', (request, _reply, next) => {
    const waits = new DatabaseWaits();
    waitsOf.set(request, waits);
    withDatabaseWaits(waits, next);
  });
  // Reading a body leaves the context of the first hook.
  app.addHook('preValidation', (request, _reply, next) => {
    const waits = waitsOf.get(request) ?? new DatabaseWaits();
    if (request.body !== undefined) waits.forgetAge();
    withDatabaseWaits(waits, next);
  });
  app.addHook('onResponse', (request, _reply, next) => {
    waitsOf.get(request)?.allowLong();
    next();
  });
}

/** Paths that balancers ask each second. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Dozens of files of a page and checks of balancers would hide the other requests in logs and traces. */
function isFrequent({ url, routeOptions }: FastifyRequest): boolean {
  return url.startsWith('/assets/') || PROBES.has(routeOptions.url ?? '');
}

function observeAnswers(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, next) => {
    const { method } = request;
    const ip = clientAddress(request);
    const route = request.routeOptions.url ?? 'unknown';
    const { statusCode: status, elapsedTime } = reply;
    const line = { method, route, status, ms: Math.round(elapsedTime * 10) / 10, ip };
    request.log[status < 400 && isFrequent(request) ? 'debug' : 'info'](line);
    metrics.observeRequest(method, route, status, elapsedTime / 1_000);
    next();
  });
}

/** Closes a connection only if it has unread data: an export may scan millions of rows between two lines. */
function closeWhenUnread(answer: ServerResponse): void {
  answer.on('timeout', (socket: Socket) => {
    if (answer.writableLength > 0) socket.destroy();
  });
}

function methodsAt(url: string): string[] {
  const path = url.split('?', 1)[0] ?? '';
  return ENDPOINTS.filter((endpoint) => pathPattern(endpoint.path).test(path)).map(({ method }) => method);
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
}

function foreignHost(): Problem {
  return new Problem(
    'validation_error',
    'This host name is not the one in PUBLIC_URL. Open the dashboard at its own address',
  );
}
