import { fileURLToPath } from 'node:url';

const COMPILE_CACHE = fileURLToPath(new URL('../../../.cache/node', import.meta.url));

/** Environment of a product process besides its settings. As under `npm start`, it reuses compiled code. */
export const PROCESS_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: COMPILE_CACHE,
};
