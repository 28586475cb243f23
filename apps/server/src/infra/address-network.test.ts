import { expect, it } from 'vitest';
import { networkOf, plainAddress } from './address-network.ts';

it.each<[text: string, address: string | undefined]>([
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.4:51234', '1.2.3.4'],
  ['2001:db8::1', '2001:db8::1'],
  ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:443', 'fe80::1'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:102:304', '1.2.3.4'],
  ['[::ffff:1.2.3.4]:443', '1.2.3.4'],
  ['::1', '::1'],
  ['', undefined],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['1.2.3.4:', undefined],
  ['1.2.3.4:5:6', undefined],
  ['1.2.3.256:80', undefined],
  ['01.2.3.4', undefined],
  ['[1.2.3.4', undefined],
  ['[]:443', undefined],
  ['1.2.3.4, 5.6.7.8', undefined],
])('plainAddress normalizes %j to %j', (text, address) => {
  expect(plainAddress(text)).toBe(address);
});

it.each([
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.4:51234', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('networkOf maps %s to %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
