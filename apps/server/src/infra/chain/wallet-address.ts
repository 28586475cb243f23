import type { Network } from '@halyard/contract/networks';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58check } from './base58check.ts';

const ADDRESS_BYTES = 20;
/** What every address of TRON's main network begins with, before base58. */
const TRON_PREFIX = 0x41;
const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * An address as it is stored and shown: on EVM networks `0x` and hexadecimal with the checksum of EIP-55, on TRON
 * base58check. Hexadecimal of one case has no checksum, and is taken.
 * @returns undefined where the text is no address of this network, or its checksum is wrong
 */
export function parseAddress(network: Network, text: string): string | undefined {
  return network === 'TRON' ? parseTronAddress(text) : parseEvmAddress(text);
}

/**
 * What a private key of 32 bytes stands for on a network; `publicKey` is uncompressed SEC1, `0x04…` in lower case.
 * @throws RangeError where the bytes are no private key of secp256k1
 */
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

/** A new private key of 32 bytes, drawn from the system's source of randomness. */
export function newPrivateKey(): Buffer {
  // The same memory, not a copy: whoever wipes the key wipes all there is of it.
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

/** EIP-55: a letter is upper-case where the same place of the hash of the lower-case digits is 8 or more. */
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
