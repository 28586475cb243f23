import { fileURLToPath } from 'node:url';

/** Databases and builds that benchmarks reuse. */
export const BENCH_CACHE = fileURLToPath(new URL('../../.cache/bench', import.meta.url));
