type LogLine = (fields: object, message: string) => void;

/** The part of a structured logger (pino's signature) that the database modules write to. */
export interface DatabaseLog {
  readonly debug: LogLine;
  readonly info: LogLine;
  readonly warn: LogLine;
  readonly error: LogLine;
}
