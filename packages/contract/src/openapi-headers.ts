import { CSRF_HEADER, REQUEST_ID_HEADER } from './constants.ts';
import type { Endpoint } from './endpoint.ts';
import type { StatusWord } from './error-body.ts';
import type { Json } from './openapi-schemas.ts';

const text = { type: 'string' };

/** Response headers of the APIs, besides the security headers of every response. */
export const HEADERS = {
  RequestId: {
    description: "Id of the request in the server's log: that of the request header, if it has a usable one.",
    schema: text,
    example: '5f0c6c4e-8f5a-4a86-9d5e-0e6a7d1f9b21',
  },
  RetryAfter: {
    description: 'Seconds to wait before a retry.',
    schema: { type: 'integer', minimum: 1 },
    example: 3,
  },
  ETag: { description: 'Version of the returned or saved values.', schema: text, example: '"0.05;3"' },
  CsrfToken: {
    description: 'CSRF token for the next calls of this session.',
    schema: text,
    example: 'h2Zr3nqkHnR0Xw0vA1m8nqk1m7dY6v9tJ0ZQm3S5b4E',
  },
  SessionCookie: {
    description: 'Session cookie: HttpOnly, SameSite=Strict, and Secure with https.',
    schema: text,
    example: '__Host-admin_session=…; Path=/; HttpOnly; Secure; SameSite=Strict',
  },
  ClearSiteData: {
    description: 'Clears what the browser has cached of this site.',
    schema: text,
    example: '"cache"',
  },
  ContentDisposition: {
    description: 'File name.',
    schema: text,
    example: 'attachment; filename="orders-2026-01-31.csv"',
  },
} as const;

type HeaderName = keyof typeof HEADERS;

const REFERENCES: Readonly<Record<string, Json>> = Object.fromEntries(
  Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const WIRE_NAMES: Readonly<Record<HeaderName, string>> = {
  RequestId: REQUEST_ID_HEADER,
  RetryAfter: 'Retry-After',
  ETag: 'ETag',
  CsrfToken: CSRF_HEADER,
  SessionCookie: 'Set-Cookie',
  ClearSiteData: 'Clear-Site-Data',
  ContentDisposition: 'Content-Disposition',
};

const NEW_SESSION: readonly HeaderName[] = ['SessionCookie', 'CsrfToken'];
const NO_SESSION: readonly HeaderName[] = ['SessionCookie', 'ClearSiteData'];

/** Endpoints that set or remove the session cookie. `csrfCookie` sets it only if there is none. */
const COOKIE_CALLS: Readonly<Record<string, readonly HeaderName[]>> = {
  csrfCookie: NEW_SESSION,
  login: NEW_SESSION,
  enableTwoFactor: NEW_SESSION,
  verifyTwoFactor: NEW_SESSION,
  changePassword: NEW_SESSION,
  logout: NO_SESSION,
  endAccountSession: NO_SESSION,
};

function headers(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [WIRE_NAMES[name], REFERENCES[name]]));
}

export function answerHeaders({ name, versioned, file }: Endpoint): Json {
  return headers([
    'RequestId',
    ...(versioned ? (['ETag'] as const) : []),
    ...(file ? (['ContentDisposition'] as const) : []),
    ...(COOKIE_CALLS[name] ?? []),
  ]);
}

/** @param code HTTP code of an error @param words its status words */
export function errorHeaders(code: number, words: readonly StatusWord[]): Json {
  const isWaiting = code === 429 || code === 503 || words.includes('factor_too_new');
  return headers(['RequestId', ...(isWaiting ? (['RetryAfter'] as const) : [])]);
}
