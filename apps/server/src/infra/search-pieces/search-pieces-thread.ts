import { workerData } from 'node:worker_threads';
import type { DatabaseConnection } from '../db/database-connection.ts';
import { createLog } from '../log.ts';
import { countSearchPieces } from './count-search-pieces.ts';

/** A thread that counts what is due, so that nobody waits for the sorting, and ends. */
await countSearchPieces(workerData as DatabaseConnection, createLog('warn'));
