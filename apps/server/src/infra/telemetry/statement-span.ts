import { SpanKind, trace } from '@opentelemetry/api';
import { markFailed, tracer } from './spans.ts';

const VERB = /^(?:[\s(]|--[^\n]*\n|\/\*.*?\*\/)*(\w+)/;
const TABLE = /\b(?:from|into|update|join)\s+"?([a-z_]\w*)\b(?!\()/i;

/** Records a statement that has just been sent, if it belongs to a span: what polls and housekeeping send does not. */
export function traceStatement(statement: unknown, result: Promise<unknown>): void {
  if (trace.getActiveSpan()?.isRecording() !== true) return;
  const { verb, table } = describeStatement(textOf(statement));
  const name = [verb, table].filter(Boolean).join(' ');
  const span = tracer.startSpan(name, {
    kind: SpanKind.CLIENT,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': verb,
      ...(table !== undefined && { 'db.collection.name': table }),
    },
  });
  result.then(
    () => span.end(),
    (error: unknown) => {
      markFailed(error, span);
      span.end();
    },
  );
}

/** Returns the first word of a statement and the first table that it names. */
export function describeStatement(text: string): {
  readonly verb: string;
  readonly table: string | undefined;
} {
  return { verb: VERB.exec(text)?.[1]?.toUpperCase() ?? 'statement', table: TABLE.exec(text)?.[1] };
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const isConfig = typeof statement === 'object' && statement !== null && 'text' in statement;
  return isConfig ? String(statement.text) : '';
}
