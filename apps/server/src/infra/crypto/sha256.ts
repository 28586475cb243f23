import { hash } from 'node:crypto';

export function sha256(data: Uint8Array): Buffer {
  // Several times faster than letting `hash` return a buffer.
  return Buffer.from(hash('sha256', data, 'binary'), 'latin1');
}
