import { type Attributes, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { errorCode } from '../error-code.ts';
import { VERSION } from '../version.ts';

/** Does nothing until `startTelemetry` has run. */
export const tracer = trace.getTracer('halyard', VERSION);

/** Span names and attributes hold nothing of a person, a request or a row: only patterns, kinds, verbs and tables. */
export interface SpanDescription {
  readonly name: string;
  /** `CLIENT` for a call to another system. Default: `INTERNAL`. */
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
}

/** Runs `work` in a span, as a child of the active one. */
export async function traced<T>(
  { name, kind = SpanKind.INTERNAL, attributes = {} }: SpanDescription,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return await tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      markFailed(error, span);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Records the kind of an error in the active span. Its message may hold values of a row. */
export function markFailed(error: unknown, span = trace.getActiveSpan()): void {
  const type = errorCode(error) ?? (error instanceof Error ? error.name : typeof error);
  span?.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}
