import { randomBytes } from 'node:crypto';
import { sha256 } from './sha256.ts';

const TOKEN_BYTES = 32;

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Hashes a token with SHA-256. Only the hash is stored. */
export function tokenHash(token: string): Buffer {
  return sha256(Buffer.from(token));
}
