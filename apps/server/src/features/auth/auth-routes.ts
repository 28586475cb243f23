import {
  csrfCookie,
  enableTwoFactor,
  login,
  logout,
  me,
  readTwoFactorStatus,
  setUpTwoFactor,
  verifyTwoFactor,
} from '@halyard/contract/auth';
import type { Mount } from '../../http/mount.ts';
import type { EnrolmentService } from './second-factor/enrolment-service.ts';
import type { TwoFactorService } from './second-factor/two-factor-service.ts';
import type { SignInService } from './sign-in/sign-in-service.ts';

export function mountAuth(
  mount: Mount,
  {
    signIn,
    twoFactor,
    enrolment,
    feedSilence,
  }: {
    readonly signIn: SignInService;
    readonly twoFactor: TwoFactorService;
    readonly enrolment: EnrolmentService;
    /** Since when no batch of the platform was accepted, if for too long. */
    readonly feedSilence: () => Promise<Date | undefined>;
  },
): void {
  mount(csrfCookie, async ({ cookie }) => cookie.showCsrfToken());

  mount(login, async ({ body, origin, maybeSession, cookie }) => {
    const { token, requires2FA } = await signIn.signIn(body, origin, maybeSession);
    cookie.set(token);
    return { requires2FA };
  });

  mount(logout, async ({ origin, maybeSession, cookie }) => {
    await signIn.signOut(maybeSession, origin);
    cookie.clear();
  });

  mount(me, async ({ session }) => {
    const { id: uuid, email } = session.administrator;
    const silentSince = await feedSilence();
    return { uuid, email, ...(silentSince && { feedSilentSince: silentSince.toISOString() }) };
  });

  mount(readTwoFactorStatus, async ({ session }) => await twoFactor.status(session));

  mount(setUpTwoFactor, async ({ session, origin }) => await enrolment.setUp(session, origin));

  mount(enableTwoFactor, async ({ session, body, origin, cookie }) => {
    cookie.set(await enrolment.enable(session, body, origin));
  });

  mount(verifyTwoFactor, async ({ session, body, origin, cookie }) => {
    cookie.set(await twoFactor.verify(session, body.code, origin));
  });
}
