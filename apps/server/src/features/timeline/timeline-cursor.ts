import { invalidField } from '../../infra/problem.ts';
import { type EventKey, SOURCE_NAMES, TIMELINE_SOURCES } from './timeline-sources.ts';

const CURSOR = /^v2 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{6}Z) (\d\d?) ([\da-f-]+)$/;
const KEYS = { bigint: /^[1-9]\d{0,17}$/, uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/ };

/** Returns the cursor for the events after this one. */
export function cursorAfter({ source, at, key }: EventKey): string {
  return Buffer.from(`v2 ${at} ${SOURCE_NAMES.indexOf(source)} ${key}`).toString('base64url');
}

/** @throws Problem `validation_error` for text that `cursorAfter` does not produce */
export function readCursor(cursor: string): EventKey {
  const [, second = '', rest = '', position = '', key = ''] =
    CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const source = SOURCE_NAMES[Number(position)];
  if (source !== undefined && isTime(second) && KEYS[TIMELINE_SOURCES[source].key.type].test(key)) {
    const event = { source, at: second + rest, key };
    if (cursorAfter(event) === cursor) return event;
  }
  throw invalidField('cursor', 'unknown_cursor', 'Expected a cursor from an earlier response');
}

function isTime(second: string): boolean {
  const date = new Date(`${second}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(second);
}
