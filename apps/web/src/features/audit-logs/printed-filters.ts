import {
  ACTOR_TYPE_LABELS,
  CATEGORY_LABELS,
  RESOURCE_TYPE_LABELS,
  STATUS_LABELS,
} from '../../domain/audit-entry/audit-labels.ts';
import type { AuditLogFilters } from './audit-logs-search.ts';
import { LINKED_FILTERS } from './filters-in-use.ts';
import { timeLabel, utcDaysLabel } from './time-filter-labels.ts';

/** Returns the filters as they are named on paper. */
export function printedFilters(filters: AuditLogFilters): Readonly<Record<string, string | undefined>> {
  const { actorEmail, action, resourceId, actionCategory, resourceType, status, actorType } = filters;
  return {
    Actor: actorEmail,
    Action: action,
    Resource: resourceId,
    ...Object.fromEntries(LINKED_FILTERS.map(({ key, name }) => [name, filters[key]])),
    Category: actionCategory && CATEGORY_LABELS[actionCategory],
    'Resource type': resourceType && RESOURCE_TYPE_LABELS[resourceType],
    Status: status && STATUS_LABELS[status],
    'Actor type': actorType && ACTOR_TYPE_LABELS[actorType],
    Time: timeLabel(filters),
    'Time (UTC)': utcDaysLabel(filters),
    'Platform feed': filters.platformFeed && 'hidden',
  };
}
