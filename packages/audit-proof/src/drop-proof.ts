import { isItself, leadsToRoot } from './entry-in-log.ts';
import type { DropProof } from './page-proof.ts';
import type { Seal } from './seal.ts';
import type { Sha256 } from './sha256.ts';

/** Action of the entry that records a drop by retention. `last` in its metadata is the last dropped entry. */
export const DROP_ACTION = 'audit_log.drop';

/** Checks that a sealed entry of this product (without service key) records the drop of all entries before `oldest`. */
export function provesDrop(
  drop: DropProof,
  oldest: number,
  seal: Pick<Seal, 'size' | 'root'>,
  sha256: Sha256,
): boolean {
  const { action, serviceKeyId, metadata } = drop.entry;
  const says = action === DROP_ACTION && serviceKeyId === undefined && lastIn(metadata) === oldest - 1;
  return (
    says &&
    drop.sequence <= seal.size &&
    isItself(drop.entry, drop, sha256) &&
    leadsToRoot(drop, seal, sha256)
  );
}

function lastIn(metadata: object | null): unknown {
  return metadata !== null && 'last' in metadata ? metadata.last : undefined;
}
