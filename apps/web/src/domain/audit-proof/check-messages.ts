import type { PageToCheck, PageVerdict } from '@halyard/audit-proof/check-page';

/** A page for the worker to check. Its result has the same number. */
export interface CheckRequest {
  readonly number: number;
  readonly page: PageToCheck;
}

export interface CheckResult {
  readonly number: number;
  /** Undefined if the page could not be checked. */
  readonly verdict: PageVerdict | undefined;
}
