import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import { PAGE_SIZE } from '@halyard/contract/constants';
import type { BlockEffect, FeePreview, User, UserMerchant, UserSettings } from '@halyard/contract/users';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { READ_FAILURES } from '../../shared/lib/read-failures.ts';
import { USERS_KEY } from './users-queries.ts';

const AUDIT_FRESH_MS = 30_000;

/** Of calls that a server need not have. */
const MAY_BE_MISSING: readonly number[] = [...READ_FAILURES, 405];

export function userQuery(api: ApiClient, uuid: string) {
  return queryOptions({
    queryKey: [USERS_KEY, uuid],
    queryFn: ({ signal }) =>
      api.get<User>(`/users/${uuid}`, { signal, ownMessageFor: READ_FAILURES, accepts: isUser }),
  });
}

export function userSettingsQuery(api: ApiClient, uuid: string) {
  return queryOptions({
    queryKey: [USERS_KEY, uuid, 'settings'],
    queryFn: ({ signal }) =>
      api.get<UserSettings>(`/users/${uuid}/settings`, {
        signal,
        ownMessageFor: READ_FAILURES,
        accepts: isUserSettings,
      }),
    meta: { failureLog: 'Failed to load user settings' },
  });
}

export function userMerchantsQuery(api: ApiClient, uuid: string) {
  return queryOptions({
    queryKey: [USERS_KEY, uuid, 'merchants'],
    queryFn: ({ signal }) =>
      api.get<readonly UserMerchant[]>(`/users/${uuid}/merchants`, {
        signal,
        ownMessageFor: READ_FAILURES,
        accepts: Array.isArray,
      }),
    meta: { failureLog: 'Failed to load user merchants' },
  });
}

/** The newest entries about a user. */
export function userActivityQuery(api: ApiClient, uuid: string) {
  return queryOptions({
    queryKey: [USERS_KEY, uuid, 'audit-logs'],
    queryFn: async ({ signal }) => {
      const body = await api.get<unknown>(`/users/${uuid}/audit-logs`, {
        query: { limit: PAGE_SIZE, offset: 0 },
        signal,
        ownMessageFor: READ_FAILURES,
        accepts: (answer) => logsIn(answer) !== undefined,
      });
      return logsIn(body) ?? [];
    },
    staleTime: AUDIT_FRESH_MS,
  });
}

/** What a fee rate would have earned; a server without it says nothing. */
export function feePreviewQuery(api: ApiClient, uuid: string, rate: string | undefined) {
  return queryOptions({
    queryKey: [USERS_KEY, uuid, 'fee-preview', rate],
    queryFn: ({ signal }) =>
      api.get<FeePreview>(`/users/${uuid}/fee-preview`, {
        query: { rate },
        signal,
        ownMessageFor: MAY_BE_MISSING,
        accepts: isFeePreview,
      }),
    enabled: rate !== undefined,
  });
}

/** What blocking would end; a server without it says nothing. */
export function blockPreviewQuery(api: ApiClient, uuid: string) {
  return queryOptions({
    queryKey: [USERS_KEY, uuid, 'block-preview'],
    queryFn: ({ signal }) =>
      api.get<BlockEffect>(`/users/${uuid}/block-preview`, {
        signal,
        ownMessageFor: MAY_BE_MISSING,
        accepts: isBlockEffect,
      }),
  });
}

function isUser(body: unknown): boolean {
  const { uuid, email } = (body ?? {}) as Partial<User>;
  return typeof uuid === 'string' && typeof email === 'string';
}

function isUserSettings(body: unknown): boolean {
  const { serviceFeeRate, maxMerchants } = (body ?? {}) as Partial<UserSettings>;
  return typeof serviceFeeRate === 'number' && typeof maxMerchants === 'number';
}

/** The answer is the entries themselves, or an object that has them as its `logs`. */
function logsIn(body: unknown): readonly AuditLogEntry[] | undefined {
  const logs = Array.isArray(body) ? body : (body as { readonly logs?: unknown } | undefined)?.logs;
  return Array.isArray(logs) ? logs : undefined;
}

function isFeePreview(body: unknown): boolean {
  const { paidOrders, earnedUsd, wouldHaveEarnedUsd } = (body ?? {}) as Partial<FeePreview>;
  return (
    [earnedUsd, wouldHaveEarnedUsd].every((usd) => typeof usd === 'string') && Number.isInteger(paidOrders)
  );
}

function isBlockEffect(body: unknown): boolean {
  const { sessions, apiKeys, merchants, openOrders } = (body ?? {}) as Partial<BlockEffect>;
  return [sessions, apiKeys, merchants, openOrders].every((count) => Number.isInteger(count));
}
