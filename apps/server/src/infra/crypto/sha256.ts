import { hash } from 'node:crypto';

export function sha256(data: Uint8Array): Buffer {
  return hash('sha256', data, 'buffer');
}
