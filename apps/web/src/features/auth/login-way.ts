import type { RouterHistory } from '@tanstack/react-router';
import type { NavigationFlags } from '../../domain/session/navigation-flags.ts';

/** What leads away from the sign-in screen, which may stand before there is a router. */
export interface LoginWay {
  readonly history: RouterHistory;
  /** Fetches what most sign-ins go on with. */
  readonly warmUp: () => Promise<unknown>;
  /** Whether a session has just ended on this page, so that there is none to look for. */
  readonly sessionHasEnded: () => boolean;
  /** Goes to another screen; resolves when it has come. */
  readonly lead: (to: LoginTarget, state?: NavigationFlags) => Promise<void>;
}

export type LoginTarget = '/' | '/verify-otp' | '/setup-2fa' | '/forgot-password';
