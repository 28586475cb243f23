import { fileURLToPath } from 'node:url';

const COMPILE_CACHE = fileURLToPath(new URL('../../../.cache/node', import.meta.url));

/** What a process of the product has besides its settings: as under `npm start`, code compiled earlier is kept. */
export const PROCESS_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: COMPILE_CACHE,
};
