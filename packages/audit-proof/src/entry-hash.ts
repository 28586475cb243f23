import { canonicalJson, type Json } from './canonical-json.ts';
import type { Sha256 } from './sha256.ts';

const UTF_8 = new TextEncoder();
/** Maximum number of UTF-8 bytes per code unit. */
const BYTES_A_UNIT = 3;
/** Reused buffer, because this runs for every entry of a log. */
let scratch = new Uint8Array(8_192);

/**
 * Computes SHA-256 over the previous hash and the canonical JSON of the content, in UTF-8.
 * @param content all columns by name, null if empty; `occurred_at` and `service_key_id` only if present
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
