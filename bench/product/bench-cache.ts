import { fileURLToPath } from 'node:url';

/** Folder of databases and builds that benchmarks reuse. */
export const BENCH_CACHE = fileURLToPath(new URL('../../.cache/bench', import.meta.url));
