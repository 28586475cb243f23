import type { Administrator } from '@halyard/contract/auth';

/** Where the identity of the administrator goes: e-mail and uuid, nothing else about people. */
export interface Analytics {
  identify(administrator: Administrator): void;
  /** Forgets who it was. */
  reset(): void;
}
