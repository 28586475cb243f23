import { fromHex } from './bytes.ts';
import { provesDrop } from './drop-proof.ts';
import { isItself, leadsToRoot } from './entry-in-log.ts';
import { isConsistent } from './merkle-proof.ts';
import type { EntryProof, PageProof } from './page-proof.ts';
import { isSealOf, leadsTo, type Seal, type VerifySignature } from './seal.ts';
import type { Sha256 } from './sha256.ts';
import type { ShownEntry } from './shown-entry.ts';

/** The sealed log that a reader has seen last: nothing of it is secret. */
export interface SeenLog {
  readonly size: number;
  readonly root: string;
  readonly publicKey: string;
}

export type PageFault =
  /** The entry is not the one that was written. */
  | 'changed'
  /** An entry that was there between those shown, or before them, is not. */
  | 'missing'
  /** The entry leads to no sealed log. */
  | 'not_in_log'
  /** The seal is not that of its key. */
  | 'seal_forged'
  /** The seal's key is not the one that this reader knows, nor endorsed by it. */
  | 'unknown_key'
  /** Newer entries than those there are had been sealed. */
  | 'cut_off'
  /** What was sealed earlier is not what is there now. */
  | 'rewritten'
  /** The product itself has found an entry that does not fit. */
  | 'alarm';

export type PageVerdict =
  | {
      readonly kind: 'verified';
      readonly seal: Seal;
      /** How many entries came after the seal. */
      readonly unsealed: number;
      readonly seen: SeenLog;
    }
  | {
      readonly kind: 'broken';
      readonly fault: PageFault;
      /** The number of the first entry that does not fit; of the whole log where it is none in particular. */
      readonly sequence: number;
    }
  /** Retention dropped the last entry this reader saw, so there is no hash to compare. Everything else is valid. */
  | { readonly kind: 'incomparable'; readonly size: number }
  /** The log has no seal yet, or a proof of the seen log or of the log's start is unavailable. */
  | { readonly kind: 'unproven' };

export interface PageToCheck {
  /** As they are shown, newest first. */
  readonly entries: readonly ShownEntry[];
  /** Which numbers are shown where no filter leaves any out. */
  readonly numbers?: { readonly newest: number; readonly count: number } | undefined;
  readonly proof: PageProof;
  readonly seen: SeenLog | undefined;
}

/** How hashes and signatures are computed where this runs. */
export interface Crypto {
  readonly sha256: Sha256;
  readonly verify: VerifySignature;
}

/**
 * Whether entries are in the log as they are shown, nothing is missing between them or before the oldest but by age,
 * the log is sealed by the product's key, and all that this reader saw sealed before is in it unchanged.
 */
export async function checkPage(page: PageToCheck, crypto: Crypto): Promise<PageVerdict> {
  const { proof, seen } = page;
  const { seal } = proof;
  if (seal === null) {
    return seen === undefined ? { kind: 'unproven' } : broken('cut_off', seen.size);
  }
  const fault = (await sealFault(seal, page, crypto)) ?? logFault(seal, page, crypto);
  if (fault !== undefined) return fault;
  const entryFault = firstFault(seal, page, crypto.sha256);
  if (entryFault !== undefined) return entryFault;
  const isWhole = isBeginningProved(seal, proof, crypto.sha256);
  if (isWhole === false) return broken('missing', proof.oldest - 1);
  if (proof.alarm !== null) return broken('alarm', proof.alarm.sequence);
  if (isWhole === undefined || (seen !== undefined && seal.size < seen.size)) return { kind: 'unproven' };
  if (seen !== undefined && isDropped(seen, proof)) return { kind: 'incomparable', size: seen.size };
  const publicKey = proof.keys.find(({ id }) => id === seal.keyId)?.publicKey ?? '';
  return {
    kind: 'verified',
    seal,
    unsealed: Math.max(0, proof.newest - seal.size),
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
  if (seal.size < seen.size)
    return proof.newest < seen.size ? broken('cut_off', proof.newest + 1) : undefined;
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

/** Whether nothing compares a log with what was seen of it before the oldest entry that is kept. */
function isDropped(seen: SeenLog, { consistency, oldest }: PageProof): boolean {
  return consistency === null && seen.size < oldest - 1;
}

interface Place {
  readonly entry: ShownEntry;
  readonly place: EntryProof | undefined;
}

/** Oldest first, what an entry itself tells before what only the tree tells: that one names the right entry. */
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

/** The lowest number that should be shown and is not. */
function missingNumber({ numbers, proof }: PageToCheck): number | undefined {
  if (numbers === undefined) return undefined;
  const shown = new Set(proof.entries.map(({ sequence }) => sequence));
  const oldest = numbers.newest - numbers.count + 1;
  return Array.from({ length: numbers.count }, (_, at) => oldest + at).find((number) => !shown.has(number));
}
