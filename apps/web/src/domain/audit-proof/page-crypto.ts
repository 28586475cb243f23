import type { Crypto } from '@halyard/audit-proof/check-page';
import type { VerifySignature } from '@halyard/audit-proof/seal';
import { verifyEd25519 } from '@halyard/audit-proof/verify-ed25519';
import { sha256 } from '@noble/hashes/sha2.js';

/** Falls back to a library where Ed25519 is missing: in old browsers and on pages over plain http. */
const verify: VerifySignature = async (publicKey, message, signature) => {
  try {
    return await verifyEd25519(publicKey, message, signature);
  } catch {
    const { ed25519 } = await import('@noble/curves/ed25519.js');
    return isSignature(() => ed25519.verify(signature, message, publicKey));
  }
};

/** The library throws on malformed keys and signatures. */
function isSignature(verifies: () => boolean): boolean {
  try {
    return verifies();
  } catch {
    return false;
  }
}

export const pageCrypto: Crypto = { sha256, verify };
