import { CompiledQuery } from 'kysely';
import { preparedAs } from '../../db/prepared-as.ts';
import type { AuditNode } from '../blocks/audit-blocks.ts';
import { countOfClasses } from './audit-classes.ts';
import type { CountedNode, RareNode } from './audit-pieces.ts';
import type { AuditSearch } from './audit-search.ts';

interface NodeCounts {
  /** Entries of every class; null if the node does not count the key. */
  readonly entries: number | null;
  readonly counts: Buffer | null;
  readonly has_email: boolean;
  readonly has_resource: boolean;
}

/** OFFSET 0 as in `EACH_BY_INDEX`: gives a plan that suits any nodes and keys. */
const countsOf = (key: string) => `LEFT JOIN LATERAL (
    SELECT key, entries, counts FROM audit_counts
    WHERE key = ${key} AND level = piece.level AND node = piece.node OFFSET 0)`;

/** If the combined key is counted, so are its e-mail and resource id. */
const STATEMENT = preparedAs(
  'count_audit_nodes',
  `SELECT sought.entries, CASE WHEN $6::boolean THEN sought.counts END AS counts,
    $4::bytea IS NULL OR sought.key IS NOT NULL OR emails.key IS NOT NULL AS has_email,
    $5::bytea IS NULL OR sought.key IS NOT NULL OR resources.key IS NOT NULL AS has_resource
  FROM unnest($1::smallint[], $2::integer[]) WITH ORDINALITY AS piece (level, node, at)
    ${countsOf('$3::bytea')} AS sought ON true
    ${countsOf('$4 AND sought.key IS NULL')} AS emails ON true
    ${countsOf('$5 AND sought.key IS NULL')} AS resources ON true
  ORDER BY at`,
);

/** Counts the matches in closed nodes, in their order. A node without counts for the key is returned as a rare node. */
export async function countAuditNodes(
  { reader, key, emailKey, resourceKey, classes }: AuditSearch,
  nodes: readonly AuditNode[],
): Promise<(CountedNode | RareNode)[]> {
  if (nodes.length === 0) return [];
  const { rows } = await reader.executeQuery<NodeCounts>(
    CompiledQuery.raw(STATEMENT, [
      nodes.map(({ level }) => level),
      nodes.map(({ node }) => node),
      key,
      emailKey ?? null,
      resourceKey ?? null,
      classes !== undefined,
    ]),
  );
  return rows.map(({ entries, counts, has_email, has_resource }, at) => {
    const { level = 0, node = 0 } = nodes[at] ?? {};
    if (!has_email || !has_resource) return { level, node, by: has_email ? 'resource' : 'email' };
    if (classes === undefined || counts === null) return { level, node, entries: entries ?? 0 };
    return { level, node, entries: countOfClasses(counts, classes), counts };
  });
}
