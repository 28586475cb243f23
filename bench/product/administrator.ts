import type { TwoFactorSetup } from '@halyard/contract/auth';
import { ADMIN_API, CSRF_HEADER } from '@halyard/contract/constants';
import { Secret, TOTP } from 'otpauth';

export const ADMINISTRATOR = { email: 'admin@example.com', password: 'Correct-Horse-7-Battery' };

export const MASTER_KEY = Buffer.alloc(32, 'benchmark');

/** Makes the product create the administrator. */
export const ADMINISTRATOR_ENVIRONMENT = {
  ADMIN_EMAIL: ADMINISTRATOR.email,
  ADMIN_PASSWORD: ADMINISTRATOR.password,
  MASTER_KEY: MASTER_KEY.toString('base64'),
  RATE_LIMIT_FACTOR: '1000000',
};

export interface EnrolledAdministrator {
  /** `name=value` of a signed-in session. */
  readonly cookie: string;
  readonly csrfToken: string;
  readonly code: () => string;
}

/** Signs in the first administrator and sets up two-factor authentication. */
export async function enrolAdministrator(address: string): Promise<EnrolledAdministrator> {
  let cookie = '';
  let csrfToken = '';
  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Response> => {
    const response = await fetch(`${address}${ADMIN_API}${path}`, {
      method,
      headers: { cookie, [CSRF_HEADER]: csrfToken, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    csrfToken = response.headers.get(CSRF_HEADER) ?? csrfToken;
    return response;
  };
  await call('GET', '/auth/csrf-cookie');
  await call('POST', '/auth/login', ADMINISTRATOR);
  const { secret, backupCodes }: TwoFactorSetup = await (await call('POST', '/auth/2fa/setup')).json();
  const authenticator = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = () => authenticator.generate();
  await call('POST', '/auth/2fa/enable', { code: code(), secret, backupCodes });
  return { cookie, csrfToken, code };
}
