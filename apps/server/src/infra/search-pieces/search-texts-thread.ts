import { workerData } from 'node:worker_threads';
import type { DatabaseConnection } from '../db/database-connection.ts';
import { countSearchTexts } from './count-search-texts.ts';

/** A thread that counts what is due, so that nobody waits for the sorting, and ends. */
await countSearchTexts(workerData as DatabaseConnection);
