import type { Seal, SealKey } from './seal.ts';
import type { ShownEntry } from './shown-entry.ts';

/** Where in the log an entry is. Bytes are in lower-case hexadecimal. */
export interface EntryProof {
  readonly id: string;
  readonly sequence: number;
  readonly previousHash: string;
  readonly hash: string;
  /** Its hash as the entry behind it holds it; null where there is none. */
  readonly keptHash: string | null;
  /** What is beside its way to the sealed root, its neighbour first; null where it came after the seal. */
  readonly path: readonly string[] | null;
}

/** The entry that says that those before the oldest were dropped by age, and where in the log it is. */
export interface DropProof extends Pick<EntryProof, 'sequence' | 'previousHash' | 'hash' | 'path'> {
  readonly entry: ShownEntry;
}

/** An entry that does not fit, or is gone, as far as the product has seen it by itself. */
export interface AuditAlarm {
  readonly sequence: number;
  readonly reason: string;
  /** ISO 8601 with milliseconds. */
  readonly foundAt: string;
}

/** What proves some entries to be in the log as they are shown. */
export interface PageProof {
  /** Null while the log is empty. */
  readonly seal: Seal | null;
  readonly keys: readonly SealKey[];
  /** Of those that were asked about and exist. */
  readonly entries: readonly EntryProof[];
  /** That the sealed log only adds to the one of the size asked about; null where there is no saying. */
  readonly consistency: readonly string[] | null;
  /** The number of the newest entry. */
  readonly newest: number;
  /** The number of the oldest entry that is still kept. */
  readonly oldest: number;
  /** Null where there is none; absent from a server of before. */
  readonly drop?: DropProof | null | undefined;
  readonly alarm: AuditAlarm | null;
}
