import fc from 'fast-check';
import { CALLERS, type CallerName } from './callers.ts';
import type { Operation, Parameter } from './contract.ts';
import { type MarkerName, marker } from './markers.ts';
import { brokenBodies, queryEndings, rawSegments, spoiled, wrongContentTypes } from './mutations.ts';
import { valuesOf } from './schema-values.ts';

/** A request as it is sent, except for the caller's cookie or key and the values of markers. */
export interface RequestPlan {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
  readonly caller: CallerName;
  readonly csrf: 'right' | 'wrong' | 'none';
  /** Which of the two processes receives it. */
  readonly isOnFirst: boolean;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** Relative frequency. Rare if it hashes passwords, or ends the session that most requests need. */
const WEIGHTS: Readonly<Record<string, number>> = {
  logout: 1,
  login: 3,
  changePassword: 3,
  completePasswordReset: 3,
  regenerateBackupCodes: 3,
  replaceAuthenticator: 3,
  disableTwoFactor: 3,
  endAccountSession: 3,
};
const USUAL_WEIGHT = 10;

export function requestPlans(operations: readonly Operation[]): fc.Arbitrary<RequestPlan> {
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: WEIGHTS[operation.id] ?? USUAL_WEIGHT,
      arbitrary: plansOf(operation),
    })),
  );
}

/** `usual`, or with a probability in percent `rare`. */
function seldom<T>(percent: number, rare: fc.Arbitrary<T>, usual: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 100 - percent, arbitrary: usual }, { weight: percent, arbitrary: rare });
}

function plansOf(operation: Operation): fc.Arbitrary<RequestPlan> {
  return fc
    .record({
      method: seldom(3, fc.constantFrom(...METHODS), fc.constant(operation.method)),
      path: paths(operation),
      query: queries(operation.parameters.filter((parameter) => parameter.in === 'query')),
      content: contents(operation),
      headers: extraHeaders(operation),
      caller: seldom(25, fc.constantFrom(...CALLERS), fc.constantFrom(...rightCallers(operation))),
      csrf: seldom(6, fc.constantFrom('wrong', 'none'), fc.constant('right')),
      isOnFirst: fc.boolean(),
    })
    .map(({ path, query, content, headers, csrf, ...rest }) => ({
      ...rest,
      operation,
      csrf: csrf as RequestPlan['csrf'],
      path: query === '' ? path : `${path}?${query}`,
      headers: { ...headers, ...(content.type !== undefined && { 'content-type': content.type }) },
      body: content.body,
    }));
}

/** Callers with whom an operation can succeed, and end no session that most requests need. */
const FITTING_CALLERS: Readonly<Record<string, CallerName>> = {
  login: 'without factor',
  verifyTwoFactor: 'half signed in',
  setUpTwoFactor: 'without factor',
  enableTwoFactor: 'without factor',
};

function rightCallers({ id, access, scope }: Operation): CallerName[] {
  const fitting = FITTING_CALLERS[id];
  if (fitting !== undefined) return [fitting];
  if (access === 'session') return ['whole 1', 'whole 2'];
  if (access === 'anyone') return ['anonymous', 'whole 1'];
  return [`key ${scope}`, 'key feed:write'];
}

/** Names of markers that path parameters stand for, by the folder before them. */
const PATH_MARKERS: Readonly<Record<string, MarkerName>> = {
  sessions: 'session',
  invitations: 'invitation',
  'audit-logs': 'audit-log',
  exports: 'ticket',
  wallets: 'wallet',
};

function paths({ path, parameters }: Operation): fc.Arbitrary<string> {
  const segments = path.split('/').map((segment, index, all) => {
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
    if (parameter === undefined) return fc.constant(segment);
    const known = PATH_MARKERS[all[index - 1] ?? ''];
    const valid = valuesOf(parameter.schema, parameter.name).map(encoded);
    const existing =
      known === undefined ? valid : fc.oneof({ weight: 4, arbitrary: fc.constant(marker(known)) }, valid);
    return seldom(8, rawSegments, existing);
  });
  return fc.tuple(...segments).map((parts) => parts.join('/'));
}

function queries(parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const pairs = parameters.map(({ name, required, schema }) => {
    const values = valuesOf(schema, name).map(encoded);
    const pair = seldom(8, rawSegments, values).map((value) => `${name}=${value}`);
    return required ? seldom(5, fc.constant(undefined), pair) : seldom(30, pair, fc.constant(undefined));
  });
  const usual = fc.tuple(...pairs).map((list) => list.filter((pair) => pair !== undefined).join('&'));
  const spoilt = fc
    .tuple(usual, queryEndings)
    .map(([query, ending]) => (query === '' ? ending : `${query}&${ending}`));
  return seldom(6, spoilt, usual);
}

interface Content {
  readonly type?: string | undefined;
  readonly body?: string | Buffer;
}

function contents({ body }: Operation): fc.Arbitrary<Content> {
  const json = { type: 'application/json' };
  if (body === undefined) {
    const unexpected = fc.constantFrom<Content>(
      { ...json, body: '{}' },
      { ...json, body: '{"isAdmin":true}' },
      { ...json, body: '{' },
      { type: 'text/plain', body: 'x' },
      json,
    );
    return seldom(5, unexpected, fc.constant({}));
  }
  const values = valuesOf(body);
  const usual = seldom(35, spoiled(values), values).map((value) => JSON.stringify(value));
  const broken = fc.tuple(usual, brokenBodies).map(([text, spoil]) => ({ ...json, body: spoil(text) }));
  const mistyped = fc.record({ type: wrongContentTypes, body: usual });
  const missing = fc.constant<Content>({});
  return fc.oneof(
    { weight: 84, arbitrary: usual.map((text) => ({ ...json, body: text })) },
    { weight: 9, arbitrary: broken },
    { weight: 5, arbitrary: mistyped },
    { weight: 2, arbitrary: missing },
  );
}

/** Text that Node.js can send in a header. */
const headerTexts = fc.stringMatching(/^[\x21-\x7e\x80-\xff]{0,80}$/);

const strangeHeaders = fc.oneof(
  fc.constantFrom<Record<string, string>>(
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { host: 'evil.example' },
    { 'content-encoding': 'gzip' },
    { 'x-forwarded-for': 'not an address' },
    { 'x-forwarded-for': '10.0.0.1, 10.0.0.2, ::1' },
    { accept: 'application/xml' },
    { accept: 'text/html' },
    { 'if-none-match': '*' },
    { range: 'bytes=0-1' },
    { expect: 'something' },
    { 'x-http-method-override': 'DELETE' },
    { authorization: 'Basic YTpi' },
    { cookie: '__Host-admin_session=x; __Host-admin_session=y' },
  ),
  headerTexts.map((text) => ({ 'user-agent': text })),
  headerTexts.map((text) => ({ cookie: text })),
  headerTexts.map((text) => ({ authorization: `Bearer ${text}` })),
  headerTexts.map((text) => ({ 'x-request-id': text })),
);

function extraHeaders({ parameters }: Operation): fc.Arbitrary<Record<string, string>> {
  const declared = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) => {
      const known = fc.constant(marker(name === 'If-Match' ? 'etag' : 'code'));
      const value = fc.oneof(known, headerTexts).map((text) => ({ [name]: text }));
      return seldom(30, value, fc.constant<Record<string, string>>({}));
    });
  return fc
    .tuple(seldom(4, strangeHeaders, fc.constant<Record<string, string>>({})), ...declared)
    .map((list) => Object.assign({}, ...list) as Record<string, string>);
}

function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return encodeURIComponent(text.toWellFormed());
}
