import { concatBytes } from './bytes.ts';
import { canonicalJson, type Json } from './canonical-json.ts';
import type { Sha256 } from './sha256.ts';

const UTF_8 = new TextEncoder();

/**
 * What an entry is chained by: SHA-256 over the hash before it and the canonical JSON of its content, in UTF-8.
 * @param content every column by its name, null where there is nothing; the number (`sequence`) and the times in
 * ISO 8601 with milliseconds among them; `occurred_at` and `service_key_id` only where they are there
 */
export function entryHash(
  sha256: Sha256,
  previousHash: Uint8Array,
  content: { readonly [column: string]: Json },
): Uint8Array {
  return sha256(concatBytes(previousHash, UTF_8.encode(canonicalJson(content))));
}
