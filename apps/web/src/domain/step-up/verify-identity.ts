import { ApiError } from '../../shared/api/api-error.ts';
import type { VerifyIdentity } from '../../shared/api/step-up.ts';
import type { Store } from '../../shared/lib/store.ts';
import { administratorIn, type SessionState } from '../session/session.ts';

/** Asks for a code in a lazy-loaded dialog. Cancels on logout, because the dialog would cover the next screen. */
export async function verifyIdentity(
  tryCode: Parameters<VerifyIdentity>[0],
  session: Store<SessionState>,
): ReturnType<VerifyIdentity> {
  const administrator = administratorIn(session.get());
  const controller = new AbortController();
  const unsubscribe = session.subscribe(() => {
    if (administrator !== undefined && administratorIn(session.get())?.uuid !== administrator.uuid) {
      controller.abort();
    }
  });
  try {
    const { askForCode } = await import('./ask-for-code.tsx').catch((error: unknown) => {
      throw new ApiError({ httpStatus: 0 }, { cause: error });
    });
    return await askForCode(tryCode, controller.signal);
  } finally {
    unsubscribe();
  }
}
