import { randomBytes } from 'node:crypto';
import { sha256 } from './sha256.ts';

const TOKEN_BYTES = 32;

/** A fresh token: 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** SHA-256 over a whole token: all that is stored of it. */
export function tokenHash(token: string): Buffer {
  return sha256(Buffer.from(token));
}
