import { CompiledQuery } from 'kysely';
import { preparedAs } from '../../db/prepared-as.ts';
import type { AuditNode } from '../blocks/audit-blocks.ts';
import { countOfClasses } from './audit-classes.ts';
import type { CountedNode, RareNode } from './audit-pieces.ts';
import type { AuditSearch } from './audit-search.ts';

interface NodeCounts {
  /** Of every class. Null where the node holds nothing of the kind. */
  readonly entries: number | null;
  readonly counts: Buffer | null;
  readonly has_email: boolean;
  readonly has_resource: boolean;
}

/** OFFSET 0 as in `EACH_BY_INDEX`, for a plan that is good for any nodes and keys. */
const countsOf = (key: string) => `LEFT JOIN LATERAL (
    SELECT key, entries, counts FROM audit_counts
    WHERE key = ${key} AND level = piece.level AND node = piece.node OFFSET 0)`;

/** What is found under the key of all that is sought was counted for its e-mail and resource id as well. */
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

/** Counts what a search finds in closed nodes, in their order. One whose counts leave it out comes back as a rare one. */
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
