import { fromHex } from './bytes.ts';
import { provesDrop } from './drop-proof.ts';
import { isItself, leadsToRoot } from './entry-in-log.ts';
import { isConsistent } from './merkle-proof.ts';
import type { EntryProof, PageProof } from './page-proof.ts';
import { isSealOf, leadsTo, type Seal, type VerifySignature } from './seal.ts';
import type { Sha256 } from './sha256.ts';
import type { ShownEntry } from './shown-entry.ts';

/** The sealed log that a reader saw last. It holds no secrets. */
export interface SeenLog {
  readonly size: number;
  readonly root: string;
  readonly publicKey: string;
}

export type PageFault =
  | 'changed'
  /** An entry between or before the shown ones is missing. */
  | 'missing'
  /** The entry's path does not lead to the sealed root. */
  | 'not_in_log'
  | 'seal_forged'
  /** The log has entries, but no seal. */
  | 'unsealed'
  /** The seal is older than the log, which seals each entry as it is written. */
  | 'behind_seal'
  /** The reader knows another key, and that key did not endorse the key of the seal. */
  | 'unknown_key'
  /** Sealed entries after the newest existing one are missing. */
  | 'cut_off'
  /** Entries that were sealed earlier have changed. */
  | 'rewritten'
  /** The server itself found an entry that does not fit. */
  | 'alarm';

export type PageVerdict =
  | {
      readonly kind: 'verified';
      readonly seal: Seal;
      /** Number of entries newer than the seal, including those that are not linked to the log yet. */
      readonly unsealed: number;
      readonly seen: SeenLog;
    }
  | {
      readonly kind: 'broken';
      readonly fault: PageFault;
      /** Number of the first entry that does not fit. If no single entry is at fault, it describes the whole log. */
      readonly sequence: number;
    }
  /** Retention dropped the last entry this reader saw, so there is no hash to compare. Everything else is valid. */
  | { readonly kind: 'incomparable'; readonly size: number }
  /** The log is empty, or a proof of the log's start is unavailable. */
  | { readonly kind: 'unproven' };

export interface PageToCheck {
  /** Entries as shown, newest first. */
  readonly entries: readonly ShownEntry[];
  /** Entry numbers of the page, if no filter omits any. */
  readonly numbers?: { readonly newest: number; readonly count: number } | undefined;
  readonly proof: PageProof;
  readonly seen: SeenLog | undefined;
  /** The reader's time, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Every entry is sealed as it is written. An entry beyond the seal can only have been written while the page loaded,
 * so more of them, or older ones, mean that somebody chose an old seal.
 */
const UNSEALED_MAX = 256;
const UNSEALED_MS = 2 * 60_000;

export interface Crypto {
  readonly sha256: Sha256;
  readonly verify: VerifySignature;
}

/** Checks entries, drops and seal against the tree, and that the log still contains what this reader saw. */
export async function checkPage(page: PageToCheck, crypto: Crypto): Promise<PageVerdict> {
  const { proof, seen } = page;
  const { seal } = proof;
  if (seal === null) {
    if (seen !== undefined) return broken('cut_off', 1);
    if (proof.alarm !== null) return broken('alarm', proof.alarm.sequence);
    const isEmpty = proof.newest === 0 && page.entries.length === 0;
    return isEmpty ? { kind: 'unproven' } : broken('unsealed', proof.newest);
  }
  const fault = (await sealFault(seal, page, crypto)) ?? logFault(seal, page, crypto);
  if (fault !== undefined) return fault;
  const entryFault = firstFault(seal, page, crypto.sha256);
  if (entryFault !== undefined) return entryFault;
  const late = findUnsealed(seal, page);
  if (late !== undefined) return broken('behind_seal', late);
  const isWhole = isBeginningProved(seal, proof, crypto.sha256);
  if (isWhole === false) return broken('missing', proof.oldest - 1);
  if (proof.alarm !== null) return broken('alarm', proof.alarm.sequence);
  if (isWhole === undefined) return { kind: 'unproven' };
  if (seen !== undefined && isDropped(seen, proof)) return { kind: 'incomparable', size: seen.size };
  const publicKey = proof.keys.find(({ id }) => id === seal.keyId)?.publicKey ?? '';
  return {
    kind: 'verified',
    seal,
    unsealed: Math.max(0, proof.newest - seal.size) + (proof.waiting ?? 0),
    seen: { size: seal.size, root: seal.root, publicKey },
  };
}

function broken(fault: PageFault, sequence: number): PageVerdict {
  return { kind: 'broken', fault, sequence };
}

async function sealFault(
  seal: Seal,
  { proof: { keys }, seen }: PageToCheck,
  { verify }: Crypto,
): Promise<PageVerdict | undefined> {
  const key = keys.find(({ id }) => id === seal.keyId);
  if (key === undefined) return broken('unknown_key', seal.size);
  if (seen !== undefined && !(await leadsTo(seen.publicKey, key, keys, verify))) {
    return broken('unknown_key', seal.size);
  }
  return (await isSealOf(seal, key, verify)) ? undefined : broken('seal_forged', seal.size);
}

function logFault(seal: Seal, { proof, seen }: PageToCheck, { sha256 }: Crypto): PageVerdict | undefined {
  if (seen === undefined) return undefined;
  if (seal.size < seen.size) {
    return proof.newest < seen.size
      ? broken('cut_off', proof.newest + 1)
      : broken('behind_seal', seal.size + 1);
  }
  if (isDropped(seen, proof)) return undefined;
  const isKept = isConsistent(sha256, {
    before: { size: seen.size, root: fromHex(seen.root) },
    after: { size: seal.size, root: fromHex(seal.root) },
    nodes: (proof.consistency ?? []).map(fromHex),
  });
  return isKept ? undefined : broken('rewritten', seen.size);
}

/** Whether only retention removed entries before the oldest one; undefined if it cannot be proved now. */
function isBeginningProved(seal: Seal, { oldest, drop }: PageProof, sha256: Sha256): boolean | undefined {
  if (oldest <= 1) return true;
  if (drop === undefined || (drop !== null && drop.sequence > seal.size)) return undefined;
  return drop !== null && provesDrop(drop, oldest, seal, sha256);
}

/** Whether the state seen last can no longer be compared, because its entries were dropped. */
function isDropped(seen: SeenLog, { consistency, oldest }: PageProof): boolean {
  return consistency === null && seen.size < oldest - 1;
}

interface Place {
  readonly entry: ShownEntry;
  readonly place: EntryProof | undefined;
}

/** Finds the first fault. Entries come before the tree, because their faults name the correct entry. */
function firstFault(seal: Seal, page: PageToCheck, sha256: Sha256): PageVerdict | undefined {
  const places = new Map(page.proof.entries.map((place) => [place.id, place]));
  const shown: readonly Place[] = page.entries
    .map((entry) => ({ entry, place: places.get(entry.id) }))
    .toReversed();
  const own = shown.find(({ entry, place }) => place === undefined || !isItself(entry, place, sha256));
  const missing = missingNumber(page);
  const replaced = shown.find(({ place }) => place?.keptHash && place.keptHash !== place.hash);
  const astray = shown.find(({ place }) => place !== undefined && !leadsToRoot(place, seal, sha256));
  const faults = [
    missing === undefined ? undefined : broken('missing', missing),
    own && broken(own.place === undefined ? 'not_in_log' : 'changed', own.place?.sequence ?? 0),
    replaced && broken('changed', replaced.place?.sequence ?? 0),
    astray && broken('not_in_log', astray.place?.sequence ?? 0),
  ];
  return faults.find((fault) => fault !== undefined);
}

/** Returns the number of the first entry that should have been sealed. */
function findUnsealed({ size }: Seal, { entries, proof, now }: PageToCheck): number | undefined {
  if (proof.newest - size > UNSEALED_MAX) return size + 1;
  const writtenAt = new Map(entries.map(({ id, createdAt }) => [id, Date.parse(createdAt)]));
  return proof.entries.find(
    ({ id, sequence }) => sequence > size && now - (writtenAt.get(id) ?? now) > UNSEALED_MS,
  )?.sequence;
}

function missingNumber({ numbers, proof }: PageToCheck): number | undefined {
  if (numbers === undefined) return undefined;
  const shown = new Set(proof.entries.map(({ sequence }) => sequence));
  const oldest = numbers.newest - numbers.count + 1;
  return Array.from({ length: numbers.count }, (_, at) => oldest + at).find((number) => !shown.has(number));
}
