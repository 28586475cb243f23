import type { RouterHistory } from '@tanstack/react-router';
import type { NavigationFlags } from '../../domain/session/navigation-flags.ts';

/** Navigation from the sign-in screen, which may render before the router has loaded. */
export interface LoginNavigation {
  readonly history: RouterHistory;
  /** Prefetches the verification screen, the next step of most sign-ins. */
  readonly prefetch: () => Promise<unknown>;
  /** Whether a session has just ended, so that no session check is needed. */
  readonly sessionHasEnded: () => boolean;
  /** Resolves when the new screen is rendered. */
  readonly navigate: (to: LoginTarget, state?: NavigationFlags) => Promise<void>;
}

export type LoginTarget = '/' | '/verify-otp' | '/setup-2fa' | '/forgot-password';
