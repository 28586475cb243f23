import { hash } from 'node:crypto';

export function sha256(data: Uint8Array): Buffer {
  // The detour through text is several times faster than letting `hash` return a buffer.
  return Buffer.from(hash('sha256', data, 'binary'), 'latin1');
}
