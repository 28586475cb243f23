import { toHex } from '@halyard/audit-proof/bytes';
import { inclusionRanges, type LeafRange } from '@halyard/audit-proof/merkle-proof';
import { TILE_SIZE } from '../../../infra/audit/chain/audit-seal.ts';
import { type ChainedRow, contentOfRow } from '../../../infra/audit/entry/stored-entry.ts';
import { readTreeNodes, subtreesOf } from '../../../infra/audit/proof/audit-tree.ts';
import type { AuditExport, AuditFormat } from './audit-format.ts';

/**
 * Writes the seal, the entries with their hashes, and their number, for `scripts/verify-audit-export.mjs`.
 * With a filter, entries have the path within their tile, and each tile starts with the rest of the path to the root.
 */
export const auditLines: AuditFormat = {
  begin: async ({ reader, filter, isWhole, log }) => {
    const { seal, keys, oldest, newest, tiles } = log;
    // The root of the whole log needs the tree over the dropped entries.
    const before = isWhole ? await readTreeNodes(reader, subtreesOf(oldest - 1), tiles) : [];
    return line({
      format: 'halyard audit export 1',
      filter,
      whole: isWhole,
      oldest,
      newest,
      before: before.map(toHex),
      seal,
      keys,
    });
  },
  step: async (audit, rows) =>
    audit.isWhole ? rows.map((row) => line(entryOf(row))).join('') : await linesWithPaths(audit, rows),
  end: (rows) => line({ entries: rows }),
};

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

function entryOf(row: ChainedRow): object {
  const { previous_hash, hash } = row;
  return { entry: contentOfRow(row), previousHash: toHex(previous_hash), hash: toHex(hash) };
}

async function linesWithPaths({ reader, log }: AuditExport, rows: readonly ChainedRow[]): Promise<string> {
  const size = log.seal?.size ?? 0;
  const ways = rows.map((row) => wayOf(row.sequence - 1, size));
  const needed = new Map(
    ways.flatMap(({ inside, outside }) => [...inside, ...outside].map((range) => [nameOf(range), range])),
  );
  const nodes = await readTreeNodes(reader, [...needed.values()], log.tiles);
  const hashes = new Map([...needed.keys()].map((name, at) => [name, toHex(nodes[at] ?? Buffer.alloc(0))]));
  const path = (ranges: readonly LeafRange[]) => ranges.map((range) => hashes.get(nameOf(range)));
  let tile: number | undefined;
  const lines: string[] = [];
  for (const [at, row] of rows.entries()) {
    const { inside, outside } = ways[at] ?? { inside: [], outside: [] };
    const of = Math.floor((row.sequence - 1) / TILE_SIZE);
    if (of !== tile) lines.push(line({ above: path(outside) }));
    tile = of;
    lines.push(line({ ...entryOf(row), path: path(inside) }));
  }
  return lines.join('');
}

/** Splits the path from a leaf to the root at the leaf's tile. */
function wayOf(index: number, size: number): { readonly inside: LeafRange[]; readonly outside: LeafRange[] } {
  const start = index - (index % TILE_SIZE);
  const isInside = (range: LeafRange) => range.start >= start && range.start < start + TILE_SIZE;
  const ranges = inclusionRanges(index, size);
  return {
    inside: ranges.filter((range) => isInside(range)),
    outside: ranges.filter((range) => !isInside(range)),
  };
}

function nameOf({ start, end }: LeafRange): string {
  return `${start}-${end}`;
}
