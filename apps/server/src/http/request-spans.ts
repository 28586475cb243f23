import {
  type Context,
  context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tracer } from '../infra/telemetry/spans.ts';

/**
 * Records a span for each request that `isTraced` selects. Its names are patterns of routes, because URLs hold values.
 * Anyone can send a `traceparent`, so the span begins a trace of its own and only links to the caller's.
 */
export function traceRequests(app: FastifyInstance, isTraced: (request: FastifyRequest) => boolean): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  app.addHook('onRequest', (request, reply, next) => {
    if (!isTraced(request)) return next();
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const attributes = { 'http.request.method': method, 'http.route': route };
    const links = linkToCaller(request);
    const span = tracer.startSpan(
      `${method} ${route}`,
      { kind: SpanKind.SERVER, attributes, links },
      ROOT_CONTEXT,
    );
    if (!span.isRecording()) return next();
    // Also emitted when the client disconnects before the end of the response.
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    const active = trace.setSpan(ROOT_CONTEXT, span);
    contexts.set(request, active);
    context.with(active, next);
  });
  // Reading a body leaves the context of the first hook.
  app.addHook('preValidation', (request, _reply, next) => {
    context.with(contexts.get(request) ?? ROOT_CONTEXT, next);
  });
}

/** Without `tracestate`, which is free text of the caller. */
function linkToCaller({ headers }: FastifyRequest): Link[] {
  const caller = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, headers));
  if (caller === undefined) return [];
  const { traceId, spanId, traceFlags } = caller;
  return [{ context: { traceId, spanId, traceFlags, isRemote: true } }];
}
