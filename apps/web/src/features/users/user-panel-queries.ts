import { AUDIT_FRESH_MS, PAGE_SIZE } from '@halyard/contract/constants';
import type { BlockEffect, FeePreview, UserAuditLogs, UserMerchant } from '@halyard/contract/users';
import { queryOptions } from '@tanstack/react-query';
import { parseAuditEntry } from '../../domain/audit-entry/parse-audit-entry.ts';
import { fieldsOf, identifierIn, instantIn, textIn, visibleTextIn } from '../../shared/api/answer-fields.ts';
import type { ApiClient, RequestOptions } from '../../shared/api/api-client.ts';
import { READ_FAILURES } from '../../shared/query/read-failures.ts';
import { parseSettings, type SavedSettings } from './saved-settings.ts';
import { USERS_KEY } from './users-queries.ts';

export function userSettingsQuery(api: ApiClient, uuid: string) {
  return queryOptions({
    queryKey: [USERS_KEY, uuid, 'settings'],
    queryFn: ({ signal }) => readUserSettings(api, uuid, { signal, ownMessageFor: READ_FAILURES }),
    meta: { failureLog: 'Failed to load user settings' },
  });
}

export async function readUserSettings(
  api: ApiClient,
  uuid: string,
  options: RequestOptions,
): Promise<SavedSettings> {
  let etag: string | undefined;
  const body = await api.get('/users/:id/settings', {
    params: { id: uuid },
    ...options,
    onHeaders: (headers) => {
      etag = headers.get('etag') ?? undefined;
    },
    accepts: (answer) => parseSettings(answer) !== undefined,
  });
  return { ...parseSettings(body), etag };
}

export function userMerchantsQuery(api: ApiClient, uuid: string) {
  return queryOptions({
    queryKey: [USERS_KEY, uuid, 'merchants'],
    queryFn: ({ signal }) =>
      api.get('/users/:id/merchants', {
        params: { id: uuid },
        signal,
        ownMessageFor: READ_FAILURES,
        accepts: Array.isArray,
      }),
    select: (merchants) => merchants.map(parseUserMerchant),
    meta: { failureLog: 'Failed to load user merchants' },
  });
}

export function userActivityQuery(api: ApiClient, uuid: string) {
  return queryOptions({
    queryKey: [USERS_KEY, uuid, 'audit-logs'],
    queryFn: async ({ signal }) => {
      const body = await api.get('/users/:id/audit-logs', {
        params: { id: uuid },
        query: { limit: PAGE_SIZE, offset: 0 },
        signal,
        failureText: 'Failed to load the activity',
        accepts: (answer) => parseLogs(answer) !== undefined,
      });
      return (parseLogs(body) ?? []).map(parseAuditEntry);
    },
    staleTime: AUDIT_FRESH_MS,
  });
}

/** Fetches a preview of a fee rate. Shows no error on servers without it. */
export function feePreviewQuery(api: ApiClient, uuid: string, rate: string | undefined) {
  return queryOptions({
    queryKey: [USERS_KEY, uuid, 'fee-preview', rate],
    queryFn: ({ signal }) =>
      api.get('/users/:id/fee-preview', {
        params: { id: uuid },
        query: { rate: rate ?? '' },
        signal,
        unasked: true,
        accepts: isFeePreview,
      }),
    enabled: rate !== undefined,
  });
}

/** Fetches a preview of a block. Shows no error on servers without it. */
export function blockPreviewQuery(api: ApiClient, uuid: string) {
  return queryOptions({
    queryKey: [USERS_KEY, uuid, 'block-preview'],
    queryFn: ({ signal }) =>
      api.get('/users/:id/block-preview', {
        params: { id: uuid },
        signal,
        unasked: true,
        accepts: isBlockEffect,
      }),
  });
}

function parseUserMerchant(value: unknown): UserMerchant {
  const merchant = fieldsOf<UserMerchant & { readonly id: string }>(value);
  return {
    uuid: identifierIn(merchant.uuid ?? merchant.id) ?? '',
    name: visibleTextIn(merchant.name) ?? '',
    website: textIn(merchant.website),
    createdAt: instantIn(merchant.createdAt) ?? '',
    deletedAt: instantIn(merchant.deletedAt),
  };
}

/** A response is an array of entries or an object with `logs`. */
function parseLogs(body: unknown): readonly unknown[] | undefined {
  const logs = Array.isArray(body) ? body : fieldsOf<UserAuditLogs>(body).logs;
  return Array.isArray(logs) ? logs : undefined;
}

function isFeePreview(body: unknown): boolean {
  const { paidOrders, earnedUsd, wouldHaveEarnedUsd } = fieldsOf<FeePreview>(body);
  return (
    [earnedUsd, wouldHaveEarnedUsd].every((usd) => typeof usd === 'string') && Number.isInteger(paidOrders)
  );
}

function isBlockEffect(body: unknown): boolean {
  const { sessions, apiKeys, merchants, openOrders } = fieldsOf<BlockEffect>(body);
  return [sessions, apiKeys, merchants, openOrders].every((count) => Number.isInteger(count));
}
