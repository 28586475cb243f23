import type { TwoFactorSetup } from '@halyard/contract/auth';
import { ADMIN_API, CSRF_HEADER } from '@halyard/contract/constants';
import { Secret, TOTP } from 'otpauth';

export const ADMINISTRATOR = { email: 'admin@example.com', password: 'Correct-Horse-7-Battery' };

/** What the product's process needs to create the administrator. */
export const ADMINISTRATOR_ENVIRONMENT = {
  ADMIN_EMAIL: ADMINISTRATOR.email,
  ADMIN_PASSWORD: ADMINISTRATOR.password,
  MASTER_KEY: Buffer.alloc(32, 'benchmark').toString('base64'),
  RATE_LIMIT_FACTOR: '1000000',
};

export interface EnrolledAdministrator {
  /** The `name=value` of a whole session's cookie. */
  readonly cookie: string;
  /** What unsafe calls of this session carry. */
  readonly csrfToken: string;
  /** The code that the authenticator shows now. */
  readonly code: () => string;
}

/** Signs the first administrator in and sets up two-factor authentication, as the dashboard does. */
export async function enrolAdministrator(address: string): Promise<EnrolledAdministrator> {
  let cookie = '';
  let csrfToken = '';
  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Response> => {
    const answer = await fetch(`${address}${ADMIN_API}${path}`, {
      method,
      headers: { cookie, [CSRF_HEADER]: csrfToken, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    csrfToken = answer.headers.get(CSRF_HEADER) ?? csrfToken;
    return answer;
  };
  await call('GET', '/auth/csrf-cookie');
  await call('POST', '/auth/login', ADMINISTRATOR);
  const { secret, backupCodes }: TwoFactorSetup = await (await call('POST', '/auth/2fa/setup')).json();
  const authenticator = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = () => authenticator.generate();
  await call('POST', '/auth/2fa/enable', { code: code(), secret, backupCodes });
  return { cookie, csrfToken, code };
}
