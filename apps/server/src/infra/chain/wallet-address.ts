import type { Network } from '@halyard/contract/networks';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58check } from './base58check.ts';

const ADDRESS_BYTES = 20;
/** First byte of every address of TRON's main network. */
const TRON_PREFIX = 0x41;
const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Normalizes an address to EIP-55 or base58check; undefined if invalid. Accepts EVM addresses without checksum. */
export function parseAddress(network: Network, text: string): string | undefined {
  return network === 'TRON' ? parseTronAddress(text) : parseEvmAddress(text);
}

/** Derives address and uncompressed SEC1 public key. @throws RangeError if the bytes are not a secp256k1 key */
export function deriveWallet(
  network: Network,
  privateKey: Buffer,
): { readonly address: string; readonly publicKey: string } {
  if (!secp256k1.utils.isValidSecretKey(privateKey)) throw new RangeError('no private key of secp256k1');
  const point = secp256k1.getPublicKey(privateKey, false);
  const bytes = keccak_256(point.subarray(1)).subarray(-ADDRESS_BYTES);
  return {
    address: network === 'TRON' ? writeTronAddress(bytes) : writeEvmAddress(hexOf(bytes)),
    publicKey: `0x${hexOf(point)}`,
  };
}

export function newPrivateKey(): Buffer {
  // Share the memory, so that wiping the returned buffer wipes the key.
  const { buffer, byteOffset, length } = secp256k1.utils.randomSecretKey();
  return Buffer.from(buffer, byteOffset, length);
}

function parseEvmAddress(text: string): string | undefined {
  if (!EVM_ADDRESS.test(text)) return undefined;
  const digits = text.slice(2);
  const address = writeEvmAddress(digits.toLowerCase());
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  return hasChecksum && address !== text ? undefined : address;
}

/** EIP-55: a letter is upper case if the hash of the lower-case digits is 8 or more at its position. */
function writeEvmAddress(digits: string): string {
  const hash = hexOf(keccak_256(Buffer.from(digits)));
  const written = [...digits].map((digit, place) => (isEight(hash[place]) ? digit.toUpperCase() : digit));
  return `0x${written.join('')}`;
}

function isEight(digit = '0'): boolean {
  return Number.parseInt(digit, 16) >= 8;
}

function parseTronAddress(text: string): string | undefined {
  try {
    const bytes = base58check.decode(text);
    return bytes.length === ADDRESS_BYTES + 1 && bytes[0] === TRON_PREFIX ? text : undefined;
  } catch {
    return undefined;
  }
}

function writeTronAddress(bytes: Uint8Array): string {
  return base58check.encode(Buffer.concat([Buffer.of(TRON_PREFIX), bytes]));
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
