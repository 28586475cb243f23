import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base58 } from '@scure/base';
import { computeAddress, getAddress, keccak256, SigningKey } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveWallet, parseAddress } from './wallet-address.ts';

const EVM_NETWORKS = ['ETH', 'POLYGON', 'BSC'] as const;
const RUNS = { numRuns: 300 };

const keyOf = (hex: string) => Buffer.from(hex.padStart(64, '0'), 'hex');
/** Random bytes that are a valid private key. */
const privateKey = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes))
  .filter((bytes) => secp256k1.utils.isValidSecretKey(bytes));

describe('deriveWallet', () => {
  it('derives the same EVM address and public key as ethers', () => {
    fc.assert(
      fc.property(privateKey, (key) => {
        const { publicKey } = new SigningKey(key);
        const address = computeAddress(publicKey);
        for (const network of EVM_NETWORKS)
          expect(deriveWallet(network, key)).toEqual({ address, publicKey });
      }),
      RUNS,
    );
  });

  it('derives a TRON address from the EVM hash with prefix 0x41 and a base58 checksum', () => {
    const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
    fc.assert(
      fc.property(privateKey, (key) => {
        const { publicKey } = new SigningKey(key);
        const bytes = Buffer.from(`41${keccak256(`0x${publicKey.slice(4)}`).slice(-40)}`, 'hex');
        const checksum = sha256(sha256(bytes)).subarray(0, 4);
        const address = base58.encode(Buffer.concat([bytes, checksum]));
        expect(deriveWallet('TRON', key)).toEqual({ address, publicKey });
      }),
      RUNS,
    );
  });

  it.each([
    ['1', '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC'],
    // The witness of TRON's own private test chains.
    [
      'da146374a75310b9666e834ee4ad0866d6f4035967bfc76217c5a495fff9f0d0',
      '0x928C9af0651632157ef27A2cf17Ca72c575a4d21',
      'TPL66VK2gCXNCD7EJg9pgJRfqcRazjhUZY',
    ],
  ])('derives the published addresses of the key %s', (key, evm, tron) => {
    expect(deriveWallet('ETH', keyOf(key)).address).toBe(evm);
    expect(deriveWallet('TRON', keyOf(key)).address).toBe(tron);
  });

  it.each([
    ['zero', keyOf('0')],
    ['the order of the curve', keyOf('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141')],
    ['31 bytes', Buffer.alloc(31, 1)],
    ['33 bytes', Buffer.alloc(33, 1)],
  ])('rejects a key that is %s', (_, bytes) => {
    expect(() => deriveWallet('ETH', bytes)).toThrow(RangeError);
  });
});

describe('parseAddress for an EVM network', () => {
  it('accepts the checksummed form and hexadecimal in one case', () => {
    fc.assert(
      fc.property(privateKey, (key) => {
        const { address } = deriveWallet('ETH', key);
        for (const text of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`])
          expect(parseAddress('BSC', text)).toBe(getAddress(address));
      }),
      RUNS,
    );
  });

  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ])('accepts the EIP-55 example %s', (address) => {
    expect(parseAddress('ETH', address)).toBe(address);
  });

  it.each([
    ['a wrong checksum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAEd'],
    ['a digit too few', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae'],
    ['a digit too many', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaedd'],
    ['no 0x', '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['another letter', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaeg'],
    ['a line end', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed\n'],
    ["TRON's form", 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ])('rejects an address with %s', (_, text) => {
    for (const network of EVM_NETWORKS) expect(parseAddress(network, text)).toBeUndefined();
  });
});

describe('parseAddress for TRON', () => {
  it.each([
    // The contract of USDT.
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL',
  ])('accepts %s', (address) => {
    expect(parseAddress('TRON', address)).toBe(address);
  });

  it('rejects an address with one changed character', () => {
    const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    for (let place = 0; place < address.length; place++) {
      const other = address[place] === 'z' ? 'y' : 'z';
      expect(
        parseAddress('TRON', address.slice(0, place) + other + address.slice(place + 1)),
      ).toBeUndefined();
    }
  });

  it.each([
    ['lower case', 'tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t'],
    ["Bitcoin's prefix", '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['hexadecimal', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['a space', ' TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['a character beyond ASCII', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6т'],
    ['nothing', ''],
  ])('rejects an invalid address: %s', (_, text) => {
    expect(parseAddress('TRON', text)).toBeUndefined();
  });
});
