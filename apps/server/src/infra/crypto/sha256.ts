import { hash } from 'node:crypto';

export function sha256(data: Uint8Array): Buffer {
  // By way of text: a buffer that the call makes itself costs several times as much.
  return Buffer.from(hash('sha256', data, 'binary'), 'latin1');
}
