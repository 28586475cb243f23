import type { FastifyInstance } from 'fastify';
import { parse } from 'secure-json-parse';
import { Problem } from '../infra/problem.ts';

const DEPTH_MAX = 20;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Makes JSON the only body that is read: valid UTF-8, at most 20 levels deep, without NUL, lone
 * surrogates or keys that would reach a prototype. An empty body is no body.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const charset = /charset=\s*"?([^;"\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
    if (charset !== undefined && charset.toLowerCase() !== 'utf-8') {
      done(new Problem('unsupported_media_type', 'The body must be JSON in UTF-8'));
      return;
    }
    try {
      done(null, body.length === 0 ? undefined : parseStrictly(body as Buffer));
    } catch {
      done(new Problem('invalid_json', 'The body is not valid JSON'));
    }
  });
}

function parseStrictly(body: Buffer): unknown {
  const text = utf8.decode(body);
  if (depthOf(text) > DEPTH_MAX) throw new SyntaxError('too deep');
  const value: unknown = parse(text, undefined, { protoAction: 'error', constructorAction: 'error' });
  if (/\\u(0000|d[89a-f])/i.test(text) && !isCleanText(value)) throw new SyntaxError('unusable characters');
  return value;
}

/** The deepest nesting of brackets outside of strings, in one pass and without recursion. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === '}' || character === ']') depth--;
  }
  return deepest;
}

/** Whether every string in a parsed value can be stored: PostgreSQL holds neither NUL nor lone surrogates. */
function isCleanText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isCleanText(key) && isCleanText(inner));
}
