import type { DatabaseLog } from '../src/infra/db/database-log.ts';

export interface RecordedLine {
  readonly level: keyof DatabaseLog;
  readonly fields: object;
  readonly message: string;
}

export function createRecordingLog(): { readonly log: DatabaseLog; readonly lines: RecordedLine[] } {
  const lines: RecordedLine[] = [];
  const recordAs = (level: keyof DatabaseLog) => (fields: object, message: string) => {
    lines.push({ level, fields, message });
  };
  const log = {
    debug: recordAs('debug'),
    info: recordAs('info'),
    warn: recordAs('warn'),
    error: recordAs('error'),
  };
  return { log, lines };
}
