import type { VerifySignature } from './seal.ts';

/** Verifies a signature with Web Crypto. Throws without Ed25519 support. */
export const verifyEd25519: VerifySignature = async (publicKey, message, signature) => {
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  return await crypto.subtle.verify('Ed25519', key, signature, message);
};
