import type {
  AuditActorType,
  AuditCategory,
  AuditResourceType,
  AuditStatus,
} from '@halyard/contract/audit-logs';
import {
  ACTOR_TYPE_WORDS,
  CATEGORY_WORDS,
  RESOURCE_TYPE_WORDS,
  STATUS_WORDS,
} from '../../domain/audit-entry/audit-words.ts';
import { choiceFromUrl, textFromUrl, type UrlParameters } from '../../shared/list/list-search.ts';
import { pageFromUrl } from '../../shared/list/page-number.ts';
import { dayFromUrl } from './calendar-day.ts';

/** How far back from now. */
export type RecentTime = '24h' | '7d' | '30d';
export const RECENT_TIMES: readonly RecentTime[] = ['24h', '7d', '30d'];

/** What the list is narrowed by. All that is given must hold. */
export interface AuditLogFilters {
  readonly actorEmail?: string | undefined;
  readonly resourceType?: AuditResourceType | undefined;
  readonly resourceId?: string | undefined;
  readonly actionCategory?: AuditCategory | undefined;
  readonly action?: string | undefined;
  readonly status?: AuditStatus | undefined;
  readonly actorType?: AuditActorType | undefined;
  /** Goes before days. */
  readonly last?: RecentTime | undefined;
  /** Days where the reader is, both included: `2026-03-03`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The state of the screen as its address carries it. */
export interface AuditLogsSearch extends AuditLogFilters {
  readonly page?: number | undefined;
  /** The id of the entry whose drawer is open. */
  readonly entry?: string | undefined;
}

/** Reads the screen's state from the parameters of an address; what makes no sense is left out. */
export function parseAuditLogsSearch(parameters: UrlParameters): AuditLogsSearch {
  const last = choiceFromUrl(parameters['last'], RECENT_TIMES);
  return {
    page: pageFromUrl(parameters['page']),
    entry: textFromUrl(parameters['entry']),
    actorEmail: textFromUrl(parameters['actorEmail']),
    resourceType: keyFromUrl(parameters['resourceType'], RESOURCE_TYPE_WORDS),
    resourceId: textFromUrl(parameters['resourceId']),
    actionCategory: keyFromUrl(parameters['actionCategory'], CATEGORY_WORDS),
    action: textFromUrl(parameters['action']),
    status: keyFromUrl(parameters['status'], STATUS_WORDS),
    actorType: keyFromUrl(parameters['actorType'], ACTOR_TYPE_WORDS),
    last,
    from: last === undefined ? dayFromUrl(parameters['from']) : undefined,
    to: last === undefined ? dayFromUrl(parameters['to']) : undefined,
  };
}

function keyFromUrl<Key extends string>(
  value: unknown,
  words: Readonly<Record<Key, string>>,
): Key | undefined {
  return choiceFromUrl(value, keysOf(words));
}

/** The keys of a table of words, in its order. */
export function keysOf<Key extends string>(words: Readonly<Record<Key, string>>): readonly Key[] {
  // The parse boundary of TypeScript: keys of a record are text to it.
  return Object.keys(words) as Key[];
}

export function hasFilters({ page: _page, entry: _entry, ...filters }: AuditLogsSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}
