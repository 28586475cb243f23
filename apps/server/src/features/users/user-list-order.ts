import type { SortByCreation } from '@halyard/contract/fields';

interface ListOrder {
  readonly orderBy: string;
  /** Of the months and days of creation, of which `place` names one. */
  readonly periods: 'ASC' | 'DESC';
  /** What a `created_at` in or beyond the day of `place` is compared with. */
  readonly fromDay: string;
  /** Compares a place in the list with one at or before it. */
  readonly from: '>=' | '<=';
}

/** How a list of users is ordered in SQL: by the same index, read forwards or backwards. */
export const LIST_ORDERS: Readonly<Record<SortByCreation, ListOrder>> = {
  newest: {
    orderBy: 'ORDER BY created_at DESC, id DESC',
    periods: 'DESC',
    fromDay: `< (SELECT (day + 1)::timestamp AT TIME ZONE 'UTC' FROM place)`,
    from: '<=',
  },
  oldest: {
    orderBy: 'ORDER BY created_at, id',
    periods: 'ASC',
    fromDay: `>= (SELECT day::timestamp AT TIME ZONE 'UTC' FROM place)`,
    from: '>=',
  },
};
