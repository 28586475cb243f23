const STORAGE_KEY = 'reset_token';

/** The token of a password reset link. It survives a reload, and ends with its tab. */
export interface ResetToken {
  readonly get: () => string | undefined;
  readonly set: (token: string) => void;
  readonly clear: () => void;
}

/** Keeps the token out of the URL and the history. Without storage it lasts as long as the page. */
export function createResetToken(): ResetToken {
  let held: string | undefined;
  return {
    get() {
      try {
        return held ?? sessionStorage.getItem(STORAGE_KEY) ?? undefined;
      } catch {
        return held;
      }
    },
    set(token) {
      held = token;
      try {
        sessionStorage.setItem(STORAGE_KEY, token);
      } catch {
        // Storage is blocked or full.
      }
    },
    clear() {
      held = undefined;
      try {
        sessionStorage.removeItem(STORAGE_KEY);
      } catch {
        // Without storage there is nothing to remove.
      }
    },
  };
}
