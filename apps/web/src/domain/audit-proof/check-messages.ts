import type { PageToCheck, PageVerdict } from '@halyard/audit-proof/check-page';

/** A page for the worker to check, with an id that matches its answer. */
export interface CheckOrder {
  readonly number: number;
  readonly page: PageToCheck;
}

export interface CheckOutcome {
  readonly number: number;
  /** Undefined where the page was none that can be checked. */
  readonly verdict: PageVerdict | undefined;
}
