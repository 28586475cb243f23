import { fromHex } from './bytes.ts';

/** State of the log after an entry, signed by the product with Ed25519. Bytes are in lower-case hex. */
export interface Seal {
  /** Number of entries, which is the number of the last one. */
  readonly size: number;
  readonly root: string;
  readonly hash: string;
  /** ISO 8601 with milliseconds. */
  readonly sealedAt: string;
  readonly keyId: string;
  readonly signature: string;
}

export interface SealKey {
  readonly id: string;
  /** 32 bytes. */
  readonly publicKey: string;
  /** The previous key; null for the first. */
  readonly previousKeyId: string | null;
  /** Signature of the previous key over this one: anyone who trusts the previous key may trust this one. */
  readonly endorsement: string | null;
}

/** Verifies an Ed25519 signature of a message with a key of 32 bytes. */
export type VerifySignature = (
  publicKey: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
) => Promise<boolean>;

export function sealMessage({
  size,
  root,
  hash,
  sealedAt,
}: Omit<Seal, 'keyId' | 'signature'>): Uint8Array<ArrayBuffer> {
  return encode(`halyard audit seal 1\n${size}\n${root}\n${hash}\n${sealedAt}\n`);
}

export function endorsementMessage(publicKey: string): Uint8Array<ArrayBuffer> {
  return encode(`halyard audit key 1\n${publicKey}\n`);
}

export async function isSealOf(
  seal: Seal,
  { publicKey }: SealKey,
  verify: VerifySignature,
): Promise<boolean> {
  return await verify(fromHex(publicKey), sealMessage(seal), fromHex(seal.signature));
}

/** Whether a key is the trusted one, or endorsed by it directly or through other keys. */
export async function leadsTo(
  trusted: string,
  key: SealKey,
  keys: readonly SealKey[],
  verify: VerifySignature,
): Promise<boolean> {
  let current = key;
  for (const _ of [...keys, key]) {
    if (current.publicKey === trusted) return true;
    const { publicKey, previousKeyId, endorsement } = current;
    const before = keys.find(({ id }) => id === previousKeyId);
    if (before === undefined || endorsement === null) return false;
    const isEndorsed = await verify(
      fromHex(before.publicKey),
      endorsementMessage(publicKey),
      fromHex(endorsement),
    );
    if (!isEndorsed) return false;
    current = before;
  }
  return false;
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
