import { LOGIN_SUCCESS_DELAY_MS } from '@halyard/contract/constants';
import { isRecord } from '../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { listsErrors } from '../../shared/api/failure-notice.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { tooManyAttempts } from '../../shared/api/too-many-attempts.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';
import type { Credentials, LoginErrors } from './login-fields.ts';
import { refusesInput } from './refuses-input.ts';

export interface LoginFailure {
  readonly message: string;
  readonly errors?: LoginErrors;
}

const FAILED = 'Login failed';

export async function signIn(
  api: ApiClient,
  credentials: Credentials,
): Promise<{ readonly next: 'verify' | 'home' | 'set-up' } | { readonly failure: LoginFailure }> {
  let requiresCode: boolean;
  try {
    const response = await api.post('/auth/login', {
      body: credentials,
      ownMessageFor: REFUSALS,
      ownMessageForStatus: ['invalid_credentials'],
      accepts: isRecord,
    });
    requiresCode = response.requires2FA;
  } catch (error) {
    return { failure: explainRefusal(error) };
  }

  toast.success('Login successful');
  await new Promise((resolve) => setTimeout(resolve, LOGIN_SUCCESS_DELAY_MS));
  if (requiresCode) {
    return { next: 'verify' };
  }
  try {
    const { enabled } = await api.get('/auth/2fa/status', { ownMessageFor: REFUSALS, accepts: isRecord });
    return { next: enabled ? 'home' : 'set-up' };
  } catch {
    toast.error('Failed to fetch 2FA status');
    return { failure: { message: "Your password is correct, but we couldn't continue. Please try again." } };
  }
}

function explainRefusal(error: unknown): LoginFailure {
  if (!(error instanceof ApiError)) {
    throw error;
  }
  const { httpStatus } = error;
  const errors = fieldErrors(error);
  if (refusesInput(httpStatus) && Object.keys(errors).length === 0) {
    toast.error(FAILED, { description: 'Invalid email or password' });
    return { message: 'Incorrect email or password. Please try again.' };
  }
  if (httpStatus === 429) {
    toast.error(FAILED);
    return { message: tooManyAttempts(error) };
  }
  if (httpStatus === 0 || httpStatus >= 500) {
    toast.error(FAILED);
    return { message: "We couldn't sign you in right now. Please try again." };
  }
  if (error.status === 'invalid_csrf_token') {
    toast.error(FAILED);
    return { message: "Your browser didn't send this site's cookie. Allow cookies, then try again." };
  }
  toast.error(FAILED, listsErrors(error) ? {} : { description: error.message });
  return { message: "We couldn't sign you in. Check your details.", errors };
}

function fieldErrors({ errors }: ApiError): LoginErrors {
  const of = (name: string) => errors.find(({ field }) => field === name)?.message;
  const email = of('email');
  const password = of('password');
  return { ...(email !== undefined && { email }), ...(password !== undefined && { password }) };
}
