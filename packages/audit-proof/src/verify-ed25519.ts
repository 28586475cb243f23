import type { VerifySignature } from './seal.ts';

/** Over Web Crypto, of a browser or of Node. @throws where it has no Ed25519. */
export const verifyEd25519: VerifySignature = async (publicKey, message, signature) => {
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  return await crypto.subtle.verify('Ed25519', key, signature, message);
};
