import { randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A fresh session token: 256 random bits in base64url. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}
