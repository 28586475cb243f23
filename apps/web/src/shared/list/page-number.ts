const PAGE_MAX = 10_000_000;

/** The page that an address asks for, counted from 1; undefined for the first page and for anything that is none. */
export function pageFromUrl(value: unknown): number | undefined {
  const page = typeof value === 'string' && /^\d{1,8}$/.test(value) ? Number(value) : value;
  return typeof page === 'number' && Number.isInteger(page) && page > 1 && page <= PAGE_MAX
    ? page
    : undefined;
}

/** How many pages hold `total` rows; at least one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}
