import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { parse } from 'secure-json-parse';
import { Problem } from '../infra/problem.ts';

const DEPTH_MAX = 20;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Rejects invalid UTF-8, more than 20 levels, NUL, lone surrogates, and repeated or prototype keys. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const unsupported = findUnsupported(request.headers);
    if (unsupported !== undefined) {
      done(new Problem('unsupported_media_type', unsupported));
      return;
    }
    try {
      done(null, body.length === 0 ? undefined : parseStrictly(body as Buffer));
    } catch {
      done(new Problem('invalid_json', 'The body is not valid JSON'));
    }
  });
}

function findUnsupported(headers: IncomingHttpHeaders): string | undefined {
  const { 'content-encoding': encoding = '', 'transfer-encoding': transfer = '' } = headers;
  if (!/^(identity)?$/i.test(encoding.trim()) || !/^(chunked)?$/i.test(transfer.trim())) {
    return 'The body must not be compressed or encoded';
  }
  const charset = /charset\s*=\s*["']?([^;"'\s]+)/i.exec(headers['content-type'] ?? '')?.[1];
  return charset === undefined || isUtf8(charset) ? undefined : 'The body must be JSON in UTF-8';
}

/** Accepts every label of UTF-8, such as `utf8`. */
function isUtf8(label: string): boolean {
  try {
    return new TextDecoder(label).encoding === 'utf-8';
  } catch {
    return false;
  }
}

function parseStrictly(body: Buffer): unknown {
  const text = utf8.decode(body);
  checkStructure(text);
  const value: unknown = parse(text, undefined, { protoAction: 'error', constructorAction: 'error' });
  if (/\\u(0000|d[89a-f])/i.test(text) && !isCleanText(value)) throw new SyntaxError('unusable characters');
  return value;
}

/**
 * Rejects duplicate keys, because parsers disagree on which one wins. Leaves invalid JSON to the parser.
 * @throws SyntaxError if nested too deeply or if a key is repeated
 */
function checkStructure(text: string): void {
  /** Keys of each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') {
      if (open.push(character === '{' ? new Set() : undefined) > DEPTH_MAX) throw new SyntaxError('too deep');
    } else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = endOfString(text, at);
      if (isKey(text, end)) addKey(open.at(-1), text.slice(at, end));
      at = end - 1;
    }
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function isKey(text: string, end: number): boolean {
  let at = end;
  while (' \t\r\n'.includes(text[at] ?? 'x')) at++;
  return text[at] === ':';
}

function addKey(keys: Set<string> | undefined, literal: string): void {
  const key: string = literal.includes('\\') ? JSON.parse(literal) : literal.slice(1, -1);
  if (keys?.has(key)) throw new SyntaxError('a key is repeated');
  keys?.add(key);
}

/** Rejects NUL and lone surrogates, which PostgreSQL cannot store. */
function isCleanText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isCleanText(key) && isCleanText(inner));
}
