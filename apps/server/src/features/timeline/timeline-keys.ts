import type { TimelineKind } from '@halyard/contract/timeline-kinds';
import { BoundValues } from '../../infra/db/bound-values.ts';
import type { Database } from '../../infra/db/database.ts';
import {
  type EventKey,
  type RecordType,
  SOURCE_NAMES,
  type SourceName,
  TIMELINE_SOURCES,
  type TimelineSource,
} from './timeline-sources.ts';

export interface TimelineQuery {
  readonly record: { readonly type: RecordType; readonly id: string };
  /** Undefined for all. */
  readonly kinds: readonly TimelineKind[] | undefined;
  readonly limit: number;
  /** The last event of the page before. */
  readonly after: EventKey | undefined;
}

const NEWEST_FIRST = 'ORDER BY at DESC, place DESC, number DESC, id DESC';

/**
 * Reads the keys of one page, newest first. Each source adds its newest events from an index, so that the page costs
 * the same however many events there are.
 */
export async function readTimelineKeys(
  database: Database,
  query: TimelineQuery,
): Promise<readonly EventKey[]> {
  const values = new BoundValues();
  values.bindKnown(query.record.id, 'uuid');
  const parts = SOURCE_NAMES.flatMap((name) => newestOf(name, query, values));
  if (parts.length === 0) return [];
  const { rows } = await database.query<{ place: number; at: string; key: string }>({
    text: `
      SELECT place, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
        coalesce(number::text, id::text) AS key
      FROM (${parts.join('\nUNION ALL\n')}) AS events (at, place, number, id)
      ${NEWEST_FIRST.replace('at DESC', 'events.at DESC')} LIMIT ${query.limit}`,
    values: values.bound,
  });
  return rows.flatMap(({ place, at, key }) => {
    const source = SOURCE_NAMES[place];
    return source === undefined ? [] : [{ source, at, key }];
  });
}

function newestOf(
  name: SourceName,
  { record, kinds, limit, after }: TimelineQuery,
  values: BoundValues,
): string[] {
  const source: TimelineSource = TIMELINE_SOURCES[name];
  const ownership = source.of[record.type];
  if (ownership === undefined || kinds?.includes(source.kind) === false) return [];
  const { table, at, key } = source;
  const place = SOURCE_NAMES.indexOf(name);
  const conditions = [ownership.condition, source.condition, conditionAfter(after, place, source, values)];
  const columns = key.type === 'bigint' ? `${key.column}, NULL::uuid` : `NULL::bigint, ${key.column}`;
  return [
    `(SELECT found.* FROM (${ownership.owners}) AS owner CROSS JOIN LATERAL (
        SELECT ${at}, ${place}, ${columns} FROM ${table} WHERE ${conditions.join(' AND ')}
        ORDER BY ${at} DESC, ${key.column} DESC LIMIT ${limit}
      ) AS found (at, place, number, id) ${NEWEST_FIRST} LIMIT ${limit})`,
  ];
}

function conditionAfter(
  after: EventKey | undefined,
  place: number,
  { at, key }: TimelineSource,
  values: BoundValues,
): string {
  if (after === undefined) return 'true';
  const placeAfter = SOURCE_NAMES.indexOf(after.source);
  const time = values.bindKnown(after.at, 'timestamptz');
  if (place < placeAfter) return `${at} <= ${time}`;
  if (place > placeAfter) return `${at} < ${time}`;
  return `(${at}, ${key.column}) < (${time}, ${values.bindKnown(after.key, key.type)})`;
}
