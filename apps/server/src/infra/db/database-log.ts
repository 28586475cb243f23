type LogLine = (fields: object, message: string) => void;

export interface DatabaseLog {
  readonly debug: LogLine;
  readonly info: LogLine;
  readonly warn: LogLine;
  readonly error: LogLine;
}
