import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { toHex } from '@halyard/audit-proof/bytes';
import { entryHash } from '@halyard/audit-proof/entry-hash';
import { inclusionRanges } from '@halyard/audit-proof/merkle-proof';
import { leafHash, rootOfLeaves } from '@halyard/audit-proof/merkle-tree';
import type { PageProof } from '@halyard/audit-proof/page-proof';
import { sealMessage } from '@halyard/audit-proof/seal';
import { contentOfShown, type ShownEntry } from '@halyard/audit-proof/shown-entry';
import type { Script } from './script.ts';

const PAGE = 20;

const sha256 = (data: Uint8Array) => hash('sha256', data, 'buffer');

/** Returns an audit log with proofs of `entries`, newest first. Altered entries in `shown` do not match them. */
export function provenAuditLogs(entries: readonly ShownEntry[], shown = entries): Script {
  const proof = proofOf(entries.toReversed());
  return {
    'GET /audit-logs': ({ query }) => {
      const offset = Number(query.get('offset') ?? 0);
      return {
        body: { logs: shown.slice(offset, offset + PAGE), totalCount: shown.length, nextCursor: null },
      };
    },
    'GET /audit-logs/proof': ({ query }) => {
      const ids = query.get('ids')?.split(',') ?? [];
      return { body: { ...proof, entries: proof.entries.filter(({ id }) => ids.includes(id)) } };
    },
  };
}

function proofOf(oldestFirst: readonly ShownEntry[]): PageProof {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const size = oldestFirst.length;
  let previous: Uint8Array = Buffer.alloc(32);
  const links = oldestFirst.map((entry, at) => {
    const own = entryHash(sha256, previous, contentOfShown(entry, at + 1));
    const link = { id: entry.id, sequence: at + 1, previousHash: toHex(previous), hash: toHex(own) };
    previous = own;
    return link;
  });
  const leaves = links.map((link) => leafHash(sha256, Buffer.from(link.hash, 'hex')));
  const unsigned = {
    size,
    root: toHex(rootOfLeaves(sha256, leaves)),
    hash: toHex(previous),
    sealedAt: new Date().toISOString(),
  };
  const signature = sign(null, sealMessage(unsigned), privateKey).toString('hex');
  const publicBytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    seal: { ...unsigned, keyId: 'k1', signature },
    keys: [{ id: 'k1', publicKey: publicBytes.toString('hex'), previousKeyId: null, endorsement: null }],
    entries: links.map((link, at) => ({
      ...link,
      keptHash: links[at + 1]?.previousHash ?? null,
      path: inclusionRanges(at, size).map(({ start, end }) =>
        toHex(rootOfLeaves(sha256, leaves.slice(start, end))),
      ),
    })),
    consistency: null,
    newest: size,
    oldest: 1,
    alarm: null,
  };
}
