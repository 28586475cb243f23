import { fileURLToPath } from 'node:url';

/** Where benchmarks keep what takes long to make. */
export const BENCH_CACHE = fileURLToPath(new URL('../../.cache/bench', import.meta.url));
