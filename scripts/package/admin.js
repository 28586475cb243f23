import { requireNode } from './require-node.js';

requireNode();
await import('./apps/server/src/admin.ts');
