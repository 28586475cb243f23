import { createBase58check } from '@scure/base';
import { sha256 } from '../crypto/sha256.ts';

/** What TRON writes its addresses in: base58 with four bytes of SHA-256, twice over, as the checksum. */
export const base58check = createBase58check(sha256);
