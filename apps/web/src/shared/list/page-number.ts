const PAGE_MAX = 10_000_000;

/** Parses a page number, counted from 1. Returns undefined for the first page and for invalid input. */
export function pageFromUrl(value: unknown): number | undefined {
  const page = typeof value === 'string' && /^\d{1,8}$/.test(value) ? Number(value) : value;
  return typeof page === 'number' && Number.isInteger(page) && page > 1 && page <= PAGE_MAX
    ? page
    : undefined;
}

/** Returns the number of pages, at least one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}
