import { pastedHash } from '@halyard/contract/pasted-text';
import type { BoundValues } from '../../infra/db/bound-values.ts';

/** Sorts after any other character, because the indexes compare bytes. */
const LAST_CHARACTER = '\u{10ffff}';
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** A whole hash or enough of its beginning to be one. */
const HASH_BEGINNING = /^(?:0x[0-9a-f]{4,}|[0-9a-f]{6,})$/i;

/** Returns a condition on `id`: the order's own ids, and the hashes of its transactions. */
export function orderSearchCondition(search: string, values: BoundValues): string {
  const text = pastedHash(search);
  const sources = [`SELECT id FROM orders WHERE ${begins('lower(merchant_order_id)', text, values)}`];
  if (UUID.test(text)) sources.push(`SELECT ${values.bind(text, 'uuid')}`);
  if (HASH_BEGINNING.test(text)) {
    sources.push(
      `SELECT order_id FROM wallet_transactions WHERE order_id IS NOT NULL AND ${begins('lower(hash)', text, values)}`,
    );
  }
  return `id IN (${sources.join(' UNION ')})`;
}

function begins(column: string, text: string, values: BoundValues): string {
  const beginning = `lower(${values.bind(text, 'text')})`;
  return `${column} ~>=~ ${beginning} AND ${column} ~<=~ (${beginning} || ${values.bind(LAST_CHARACTER, 'text')})
    AND starts_with(${column}, ${beginning})`;
}
