import { createHmac, timingSafeEqual } from 'node:crypto';
import { CSRF_HEADER } from '@halyard/contract/constants';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newToken } from '../infra/crypto/token.ts';

const SESSION_TOKEN = /^[A-Za-z0-9_-]{43}$/;
const ANONYMOUS_TOKEN = /^anonymous\.[A-Za-z0-9_-]{43}$/;

/** Derives the CSRF token from the cookie's token, so that both expire together. */
function csrfTokenOf(cookieToken: string): string {
  return createHmac('sha256', cookieToken).update('csrf').digest('base64url');
}

/** Before sign-in, the cookie has an anonymous token. It is not stored and only binds the CSRF token. */
export class SessionCookies {
  readonly name: string;
  readonly #secure: boolean;

  /**
   * @param secure whether browsers use https; then the `__Host-` prefix restricts the cookie to this host
   * @param installation set apart on plain http, because installations on other ports of a host share its cookies
   */
  constructor(secure: boolean, installation: string) {
    this.#secure = secure;
    this.name = secure ? '__Host-admin_session' : `admin_session_${installation}`;
  }

  read(request: FastifyRequest): { token: string; anonymous: boolean } | undefined {
    const token = request.cookies[this.name];
    if (token === undefined) return undefined;
    if (SESSION_TOKEN.test(token)) return { token, anonymous: false };
    return ANONYMOUS_TOKEN.test(token) ? { token, anonymous: true } : undefined;
  }

  write(reply: FastifyReply, token: string): void {
    reply.setCookie(this.name, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: this.#secure,
    });
    reply.header(CSRF_HEADER, csrfTokenOf(token));
  }

  /** Sets an anonymous cookie if no session is open. */
  showCsrfToken(request: FastifyRequest, reply: FastifyReply, hasOpenSession: boolean): void {
    const cookie = this.read(request);
    if (cookie !== undefined && (cookie.anonymous || hasOpenSession)) {
      reply.header(CSRF_HEADER, csrfTokenOf(cookie.token));
    } else {
      this.write(reply, `anonymous.${newToken()}`);
    }
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.name, { path: '/', httpOnly: true, sameSite: 'strict', secure: this.#secure });
    reply.header('clear-site-data', '"cache"');
  }
}

/** Compares in constant time. */
export function isCsrfTokenOf(headerToken: unknown, cookieToken: string): boolean {
  if (typeof headerToken !== 'string') return false;
  const expected = Buffer.from(csrfTokenOf(cookieToken));
  const given = Buffer.from(headerToken);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
