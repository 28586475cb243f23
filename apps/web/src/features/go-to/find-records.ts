import { hasAddressPart, pastedAddress } from '@halyard/contract/pasted-text';
import type { QueryClient } from '@tanstack/react-query';
import { isRecord } from '../../shared/api/answer-fields.ts';
import type { ApiClient, RequestOptions } from '../../shared/api/api-client.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { pageIn } from '../../shared/list/list-page.ts';
import { READ_FAILURES } from '../../shared/query/read-failures.ts';

export const RECORDS_SHOWN = 5;

const OUTBOUND_FRESH_MS = 60_000;

/** `0x…`, or text that contains a digit, because a plain word would match inside many addresses. */
const ADDRESS_PART = /^(0x[0-9a-f]*|(?=.*\d)[0-9a-z]{4,}|[0-9a-z]{2,}…[0-9a-z]{2,})$/i;

export interface FoundRows {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly total: number;
}

export interface FoundRecords {
  readonly search: string;
  readonly users: FoundRows;
  readonly merchants: FoundRows;
  readonly inbound: FoundRows;
  readonly outbound: FoundRows;
  /** Kinds that the server refused to search. */
  readonly failed: readonly string[];
}

interface SearchContext {
  readonly api: ApiClient;
  readonly client: QueryClient;
  readonly signal: AbortSignal;
}

const NONE: FoundRows = { rows: [], total: 0 };

/**
 * Searches users first, so that an unavailable server gets only one request.
 * @throws ApiError unless the server only refused one of the searches
 */
export async function findRecords(search: string, context: SearchContext): Promise<FoundRecords> {
  const { api, client, signal } = context;
  const page = { limit: RECORDS_SHOWN, offset: 0, search };
  const ofPeople = { query: { ...page, includeDeleted: false }, signal };
  const address = pastedAddress(search);
  const isAddress = ADDRESS_PART.test(address);

  const users = await readRows((options) => api.get('/users', { ...ofPeople, ...options }), 'users').catch(
    unlessRefused,
  );
  const [merchants, inbound, outbound] = await Promise.all([
    readRows((options) => api.get('/merchants', { ...ofPeople, ...options }), 'merchants').catch(
      unlessRefused,
    ),
    isAddress
      ? readRows(
          (options) =>
            api.get('/wallets/inbound', { query: { ...page, search: address }, signal, ...options }),
          'wallets',
        ).catch(unlessRefused)
      : NONE,
    isAddress ? outboundWith(address, api, client).catch(unlessRefused) : NONE,
  ]);
  return {
    search,
    users: users ?? NONE,
    merchants: merchants ?? NONE,
    inbound: inbound ?? NONE,
    outbound: outbound ?? NONE,
    failed: [
      ...(users ? [] : ['users']),
      ...(merchants ? [] : ['merchants']),
      ...(inbound && outbound ? [] : ['wallets']),
    ],
  };
}

/** Searches a cached list, because the server cannot search outbound wallets. */
async function outboundWith(part: string, api: ApiClient, client: QueryClient): Promise<FoundRows> {
  const { rows } = await client.fetchQuery({
    queryKey: ['go-to', 'outbound'],
    queryFn: ({ signal }) =>
      readRows((options) => api.get('/wallets/outbound', { signal, ...options }), 'wallets'),
    staleTime: OUTBOUND_FRESH_MS,
  });
  const found = rows.filter(({ address }) => hasAddressPart(String(address), part));
  return { rows: found, total: found.length };
}

async function readRows<Body>(
  request: (options: RequestOptions) => Promise<Body>,
  name: keyof Body & string,
): Promise<FoundRows> {
  const response = await request({
    failureText: `Failed to search ${name}`,
    accepts: (body) => pageIn(body, name).rows !== undefined,
  });
  const { rows = [], totalCount } = pageIn(response, name);
  const records = rows.filter(isRecord);
  return { rows: records, total: totalCount ?? records.length };
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof ApiError && READ_FAILURES.includes(error.httpStatus))) {
    throw error;
  }
}
