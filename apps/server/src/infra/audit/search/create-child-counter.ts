import { type AuditNode, childrenOf } from '../blocks/audit-blocks.ts';
import type { CountedNode, CountedPiece } from './audit-pieces.ts';
import type { AuditSearch } from './audit-search.ts';
import { countAuditPieces } from './count-audit-pieces.ts';
import type { Share } from './share-out.ts';

/** Counts the matches in the children of each node, newest first. */
type CountChildren = (nodes: readonly Share<CountedNode>[]) => Promise<CountedPiece[]>;

/**
 * Counts two levels per round trip: the children, and those grandchildren that a share falls into if matches are spread
 * evenly. They mostly are, which halves the round trips down the tree.
 */
export function createChildCounter(search: AuditSearch): CountChildren {
  const { blocks } = search;
  const known = new Map<string, CountedPiece | undefined>();
  return async (nodes) => {
    const children = nodes.flatMap((node) => childrenOf(blocks, node));
    if (!children.every((child) => known.has(nameOf(child)))) {
      const likely = nodes.flatMap((node) => likelyChildren(node, childrenOf(blocks, node)));
      const ahead = likely.filter(({ level }) => level > 0).flatMap((node) => childrenOf(blocks, node));
      const asked = [...children, ...ahead].filter((node) => !known.has(nameOf(node)));
      const counted = await countAuditPieces(search, asked);
      for (const [at, node] of asked.entries()) known.set(nameOf(node), counted[at]);
    }
    return children.flatMap((child) => known.get(nameOf(child)) ?? []);
  };
}

/**
 * Returns the children that a share likely falls into. Random entries rarely stray further from an even spread than the
 * square root of their number.
 */
function likelyChildren(
  { entries, skip, limit }: Share<CountedNode>,
  children: readonly AuditNode[],
): readonly AuditNode[] {
  const spread = Math.sqrt(entries);
  const placeOf = (entry: number) => Math.floor((entry / entries) * children.length);
  return children.slice(Math.max(0, placeOf(skip - spread)), placeOf(skip + limit + spread) + 1);
}

function nameOf({ level, node }: AuditNode): string {
  return `${level}/${node}`;
}
