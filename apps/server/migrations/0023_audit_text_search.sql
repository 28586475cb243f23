-- What the table shows of the entries in each closed block: each different actor, action and resource once, in lower
-- case and one per line. A search for a part of a text reads only the blocks whose texts contain it. Indexing the
-- entries themselves would slow down every write. The expressions are also in audit-filter.ts.
CREATE TABLE audit_block_texts (
  block integer PRIMARY KEY,
  actors text NOT NULL,
  actions text NOT NULL,
  resources text NOT NULL
);
CREATE INDEX audit_block_texts_parts ON audit_block_texts
  USING gin (actors gin_trgm_ops, actions gin_trgm_ops, resources gin_trgm_ops);

INSERT INTO audit_block_texts (block, actors, actions, resources)
SELECT (sequence - 1) / block_size,
  string_agg(DISTINCT lower(coalesce(actor_email, replace(actor_type, '_', ' '))), E'\n'),
  string_agg(DISTINCT lower(action || E'\n' || description), E'\n'),
  string_agg(DISTINCT lower(replace(resource_type, '_', ' ') || ' ' || coalesce(resource_identifier || E'\n', '')
    || coalesce(resource_id, '')), E'\n')
FROM audit_log CROSS JOIN audit_blocks
WHERE sequence <= closed::bigint * block_size
GROUP BY 1;
