import type { Administrator } from '@halyard/contract/auth';

/** Receives the identity of the administrator: only the e-mail and uuid. */
export interface Analytics {
  identify(administrator: Administrator): void;
  reset(): void;
}
