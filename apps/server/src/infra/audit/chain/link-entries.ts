import { entryHash } from '@halyard/audit-proof/entry-hash';
import type { MasterKey } from '../../crypto/master-keys.ts';
import { sha256 } from '../../crypto/sha256.ts';
import type { AuditContent } from '../entry/audit-content.ts';
import { hashedContent } from '../entry/hashed-content.ts';
import { type AuditHead, extendTree, type SealedHead, sealHead } from './audit-seal.ts';

export interface LinkedEntry {
  readonly content: AuditContent;
  readonly sequence: number;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
}

export interface ChainExtension {
  readonly previous: AuditHead;
  readonly entries: readonly LinkedEntry[];
  readonly head: SealedHead;
}

/** Links entries to a head, extends the tree and seals the new head as of `at`, without writing anything. */
export function linkEntries(
  previous: AuditHead,
  contents: readonly AuditContent[],
  key: MasterKey,
  at: Date,
): ChainExtension {
  let { sequence, hash } = previous;
  const entries = contents.map((content): LinkedEntry => {
    const previousHash = hash;
    sequence++;
    const { created_at, occurred_at, service_key_id } = content;
    const hashed = hashedContent(content, { sequence, created_at, occurred_at, service_key_id });
    hash = Buffer.from(entryHash(sha256, previousHash, hashed));
    return { content, sequence, previousHash, hash };
  });
  const tree = extendTree(
    previous,
    entries.map((entry) => entry.hash),
  );
  return { previous, entries, head: sealHead(key, { ...tree, hash }, at) };
}
