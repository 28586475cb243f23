import { ApiError } from '../../shared/api/api-error.ts';
import type { VerifyIdentity } from '../../shared/api/step-up.ts';

/** Asks in a dialog, whose code is fetched when a call first needs it. */
export const verifyIdentity: VerifyIdentity = async (tryCode) => {
  const { askForCode } = await import('./ask-for-code.tsx').catch((error: unknown) => {
    throw new ApiError({ httpStatus: 0 }, { cause: error });
  });
  return askForCode(tryCode);
};
