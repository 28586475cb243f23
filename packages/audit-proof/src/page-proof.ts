import type { Seal, SealKey } from './seal.ts';
import type { ShownEntry } from './shown-entry.ts';

/** Position of an entry in the log. Bytes are in lower-case hex. */
export interface EntryProof {
  readonly id: string;
  readonly sequence: number;
  readonly previousHash: string;
  readonly hash: string;
  /** Its hash as stored in the next entry; null if there is none. */
  readonly keptHash: string | null;
  /** Sibling hashes along the path to the sealed root, nearest first; null if the entry is newer than the seal. */
  readonly path: readonly string[] | null;
}

/** The entry that records the drop before the oldest entry, and its position in the log. */
export interface DropProof extends Pick<EntryProof, 'sequence' | 'previousHash' | 'hash' | 'path'> {
  readonly entry: ShownEntry;
}

/** An entry that the server itself found changed or missing. */
export interface AuditAlarm {
  readonly sequence: number;
  readonly reason: string;
  /** ISO 8601 with milliseconds. */
  readonly foundAt: string;
}

export interface PageProof {
  /** Null while the log is empty. */
  readonly seal: Seal | null;
  readonly keys: readonly SealKey[];
  /** The requested entries that exist. */
  readonly entries: readonly EntryProof[];
  /** Proof that the sealed log only adds to the requested earlier size; null if they cannot be compared. */
  readonly consistency: readonly string[] | null;
  readonly newest: number;
  /** Entries of committed acts that are not linked to the log yet; absent from older servers. */
  readonly waiting?: number | undefined;
  readonly oldest: number;
  /** Null if there is none; absent from older servers. */
  readonly drop?: DropProof | null | undefined;
  readonly alarm: AuditAlarm | null;
}
