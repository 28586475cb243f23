import { ApiError } from '../../shared/api/api-error.ts';
import type { VerifyIdentity } from '../../shared/api/step-up.ts';
import type { Store } from '../../shared/lib/store.ts';
import { administratorIn, type SessionState } from '../session/session.ts';

/**
 * Asks in a dialog, whose code is fetched when a call first needs it. The question is cancelled when whoever was
 * signed in no longer is, or another is there: it stands over every screen, and would stand over /login.
 */
export async function verifyIdentity(
  tryCode: Parameters<VerifyIdentity>[0],
  session: Store<SessionState>,
): ReturnType<VerifyIdentity> {
  const asked = administratorIn(session.get());
  const gone = new AbortController();
  const unsubscribe = session.subscribe(() => {
    if (asked !== undefined && administratorIn(session.get())?.uuid !== asked.uuid) {
      gone.abort();
    }
  });
  try {
    const { askForCode } = await import('./ask-for-code.tsx').catch((error: unknown) => {
      throw new ApiError({ httpStatus: 0 }, { cause: error });
    });
    return await askForCode(tryCode, gone.signal);
  } finally {
    unsubscribe();
  }
}
