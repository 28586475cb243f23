import { isItself, leadsToRoot } from './entry-in-log.ts';
import type { DropProof } from './page-proof.ts';
import type { Seal } from './seal.ts';
import type { Sha256 } from './sha256.ts';

/** The action of the entry that says which entries were dropped by age; the last of them is `last` in its metadata. */
export const DROP_ACTION = 'audit_log.drop';

/**
 * Whether an entry of the sealed log says that those before `oldest` were dropped by age. The platform may send one
 * that says the same: it carries the key that it was sent with, and proves nothing.
 */
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
