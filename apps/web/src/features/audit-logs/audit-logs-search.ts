import type {
  AuditActorType,
  AuditCategory,
  AuditResourceType,
  AuditStatus,
} from '@halyard/contract/audit-logs';
import {
  ACTOR_TYPE_LABELS,
  CATEGORY_LABELS,
  RESOURCE_TYPE_LABELS,
  STATUS_LABELS,
} from '../../domain/audit-entry/audit-labels.ts';
import { type DayRange, daysFromUrl } from '../../shared/format/calendar-day.ts';
import { RECENT_TIMES, type RecentTime } from '../../shared/format/recent-time.ts';
import {
  choiceFromUrl,
  identifierFromUrl,
  textFromUrl,
  type UrlParameters,
  withoutUnknown,
} from '../../shared/list/list-search.ts';
import { pageFromUrl } from '../../shared/list/page-number.ts';

export interface AuditLogFilters extends DayRange {
  readonly actorEmail?: string | undefined;
  readonly resourceType?: AuditResourceType | undefined;
  readonly resourceId?: string | undefined;
  readonly actionCategory?: AuditCategory | undefined;
  readonly action?: string | undefined;
  /** Beginning of the action, such as `user.`. */
  readonly actionPrefix?: string | undefined;
  readonly requestId?: string | undefined;
  readonly ipAddress?: string | undefined;
  readonly status?: AuditStatus | undefined;
  readonly actorType?: AuditActorType | undefined;
  /** The URL of a figure's link has `show`, whatever this browser hides. `hide` is never part of the URL. */
  readonly platformFeed?: 'show' | 'hide' | undefined;
  /** Takes precedence over `from` and `to`. */
  readonly last?: RecentTime | undefined;
  /** First and last day in UTC, set by links. The other times take precedence. */
  readonly utcFrom?: string | undefined;
  readonly utcTo?: string | undefined;
}

export interface AuditLogsSearch extends AuditLogFilters {
  readonly page?: number | undefined;
  readonly entry?: string | undefined;
}

/** A search as the API gets it, with this browser's choice. */
export interface ListedSearch extends AuditLogsSearch {
  readonly platformFeed?: 'hide' | undefined;
}

export function parseAuditLogsSearch(parameters: UrlParameters): AuditLogsSearch {
  const last = choiceFromUrl(parameters['last'], RECENT_TIMES);
  const days = daysFromUrl(last === undefined ? parameters : {});
  const hasTime = (last ?? days.from ?? days.to) !== undefined;
  const { utcFrom, utcTo } = parameters;
  const utcDays = daysFromUrl(hasTime ? {} : { from: utcFrom, to: utcTo });
  return {
    ...withoutUnknown(parameters),
    page: pageFromUrl(parameters['page']),
    entry: identifierFromUrl(parameters['entry']),
    actorEmail: textFromUrl(parameters['actorEmail']),
    resourceType: keyFromUrl(parameters['resourceType'], RESOURCE_TYPE_LABELS),
    resourceId: textFromUrl(parameters['resourceId']),
    actionCategory: keyFromUrl(parameters['actionCategory'], CATEGORY_LABELS),
    action: textFromUrl(parameters['action']),
    actionPrefix: textFromUrl(parameters['actionPrefix']),
    requestId: textFromUrl(parameters['requestId']),
    ipAddress: textFromUrl(parameters['ipAddress']),
    status: keyFromUrl(parameters['status'], STATUS_LABELS),
    actorType: keyFromUrl(parameters['actorType'], ACTOR_TYPE_LABELS),
    platformFeed: choiceFromUrl(parameters['platformFeed'], ['show'] as const),
    last,
    ...days,
    utcFrom: utcDays.from,
    utcTo: utcDays.to,
  };
}

function keyFromUrl<Key extends string>(
  value: unknown,
  labels: Readonly<Record<Key, string>>,
): Key | undefined {
  return choiceFromUrl(value, keysOf(labels));
}

export function keysOf<Key extends string>(labels: Readonly<Record<Key, string>>): readonly Key[] {
  return Object.keys(labels) as Key[];
}
