type LogLine = (fields: object, message: string) => void;

/** The part of pino that these modules use. */
export interface DatabaseLog {
  readonly debug: LogLine;
  readonly info: LogLine;
  readonly warn: LogLine;
  readonly error: LogLine;
}
