import type { RouterHistory } from '@tanstack/react-router';
import type { NavigationFlags } from '../../domain/session/navigation-flags.ts';

/** Navigation from the sign-in screen, which can be rendered before the router has loaded. */
export interface LoginNavigation {
  readonly history: RouterHistory;
  /** Prefetches the verification screen, which most sign-ins continue with. */
  readonly prefetch: () => Promise<unknown>;
  /** Whether a session just ended on this page, so there is none to look for. */
  readonly sessionHasEnded: () => boolean;
  /** Navigates to another screen. Resolves when it is rendered. */
  readonly navigate: (to: LoginTarget, state?: NavigationFlags) => Promise<void>;
}

export type LoginTarget = '/' | '/verify-otp' | '/setup-2fa' | '/forgot-password';
