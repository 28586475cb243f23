import { fromHex } from './bytes.ts';

/** The state of the log after an entry, signed (Ed25519) by the product. Bytes are in lower-case hexadecimal. */
export interface Seal {
  /** How many entries there were: the number of the last. */
  readonly size: number;
  /** Of the hash tree over all of them. */
  readonly root: string;
  /** Of the last entry. */
  readonly hash: string;
  /** ISO 8601 with milliseconds. */
  readonly sealedAt: string;
  readonly keyId: string;
  readonly signature: string;
}

/** A public key that seals are checked with. */
export interface SealKey {
  readonly id: string;
  /** 32 bytes. */
  readonly publicKey: string;
  /** The key that it followed; null for the first. */
  readonly previousKeyId: string | null;
  /** The signature of the key before over this one: who trusts that one may trust this. */
  readonly endorsement: string | null;
}

/** Whether a signature of a message is that of an Ed25519 key of 32 bytes. */
export type VerifySignature = (
  publicKey: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
) => Promise<boolean>;

/** What a seal signs. */
export function sealMessage({
  size,
  root,
  hash,
  sealedAt,
}: Omit<Seal, 'keyId' | 'signature'>): Uint8Array<ArrayBuffer> {
  return encode(`halyard audit seal 1\n${size}\n${root}\n${hash}\n${sealedAt}\n`);
}

/** What the key before signs of a key. */
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

/** Whether a key is the trusted one, or was endorsed by it, or by one that it had endorsed, and so on. */
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
