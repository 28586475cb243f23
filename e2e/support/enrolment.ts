import { ADMIN_API, CSRF_HEADER } from '@halyard/contract/constants';
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';
import { Authenticator } from './authenticator.ts';
import type { Credentials } from './product.ts';

export interface Enrolled extends Credentials {
  readonly authenticator: Authenticator;
  readonly backupCodes: readonly string[];
}

/** Sets up 2FA, and signs in the browser that shares its cookies with `request`. */
export async function enrol(request: APIRequestContext, credentials: Credentials): Promise<Enrolled> {
  const post = await openApi(request);
  await post('/auth/login', { ...credentials });
  const { secret, backupCodes } = await (await post('/auth/2fa/setup')).json();
  const authenticator = new Authenticator(secret);
  await post('/auth/2fa/enable', { code: await authenticator.nextCode(), secret, backupCodes });
  return { ...credentials, authenticator, backupCodes };
}

/** Signs in with the password only. */
export async function startSignIn(request: APIRequestContext, credentials: Credentials): Promise<void> {
  const post = await openApi(request);
  await post('/auth/login', { ...credentials });
}

/** Sends the newest CSRF token with each call. */
async function openApi(request: APIRequestContext) {
  let token: string | undefined;
  const keepToken = async (answer: APIResponse) => {
    expect(answer.ok(), await answer.text()).toBe(true);
    token = answer.headers()[CSRF_HEADER] ?? token;
    return answer;
  };
  await keepToken(await request.get(`${ADMIN_API}/auth/csrf-cookie`));
  return async (path: string, data?: object) => {
    const headers = token === undefined ? {} : { [CSRF_HEADER]: token };
    return await keepToken(await request.post(`${ADMIN_API}${path}`, { headers, ...(data && { data }) }));
  };
}
