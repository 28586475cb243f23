import type { Overview } from '@halyard/contract/overview';

/** The service fees of one calendar month, in UTC. */
export type RevenueMonth = NonNullable<Overview['revenue']['monthly']>[number];
