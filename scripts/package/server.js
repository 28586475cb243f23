import { requireNode } from './require-node.js';

requireNode();
// Argon2, file access and DNS lookups share libuv's threads. The default is 4.
process.env.UV_THREADPOOL_SIZE ??= '8';
await import('./apps/server/src/main.ts');
