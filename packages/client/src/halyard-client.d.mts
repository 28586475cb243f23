import type { Client } from 'openapi-fetch';
import type { components, paths } from './api.generated.d.ts';

/** Named schemas of the APIs, such as `Schemas['FeedOrder']`. */
export type Schemas = components['schemas'];

export interface HalyardClientOptions {
  /** Address of the installation, such as `https://admin.example.com`. */
  readonly baseUrl: string;
  /** From `npm run admin -- keys create`. */
  readonly serviceKey: string;
  /** How often a call is sent at most while the server asks to wait. Default: 5. */
  readonly attempts?: number;
}

/**
 * Returns a client with a method for each HTTP method. Calls return `{ data, error, response }`: `data` after success,
 * otherwise the error body. They reject only if there is no answer. After 429 and 503, a call is repeated when the time
 * in `Retry-After` is over.
 */
export function createHalyardClient(options: HalyardClientOptions): Client<paths>;
