import { createBase58check } from '@scure/base';
import { sha256 } from '../crypto/sha256.ts';

/** TRON's address encoding: base58 with four bytes of double SHA-256 as checksum. */
export const base58check = createBase58check(sha256);
