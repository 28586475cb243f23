import { canonicalJson, type Json } from './canonical-json.ts';
import type { Sha256 } from './sha256.ts';

const UTF_8 = new TextEncoder();
/** A code unit takes three bytes at most. */
const BYTES_A_UNIT = 3;
/** What is hashed, one entry after the other: this runs for every entry of a log. */
let scratch = new Uint8Array(8_192);

/**
 * What an entry is chained by: SHA-256 over the hash before it and the canonical JSON of its content, in UTF-8.
 * @param content every column by its name, null where there is nothing; the number (`sequence`) and the times in
 * ISO 8601 with milliseconds among them; `occurred_at` and `service_key_id` only where they are there
 */
export function entryHash(
  sha256: Sha256,
  previousHash: Uint8Array,
  content: { readonly [column: string]: Json | undefined },
): Uint8Array {
  const text = canonicalJson(content);
  const most = previousHash.length + text.length * BYTES_A_UNIT;
  if (scratch.length < most) scratch = new Uint8Array(most);
  scratch.set(previousHash);
  const { written } = UTF_8.encodeInto(text, scratch.subarray(previousHash.length));
  return sha256(scratch.subarray(0, previousHash.length + written));
}
