import type { Administrator } from '@halyard/contract/auth';

/** Receives only the administrator's e-mail and uuid. */
export interface Analytics {
  identify(administrator: Administrator): void;
  reset(): void;
}
