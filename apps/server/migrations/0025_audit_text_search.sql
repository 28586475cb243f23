-- Finds entries by a part of what the table shows: actor, action and resource. The same expressions are in
-- audit-filter.ts. One index with three columns, because each column has its own trigrams in it.
CREATE INDEX audit_log_texts ON audit_log USING gin (
  lower(coalesce(actor_email, replace(actor_type, '_', ' '))) gin_trgm_ops,
  lower(action || E'\n' || description) gin_trgm_ops,
  lower(replace(resource_type, '_', ' ') || ' ' || coalesce(resource_identifier || E'\n', '') || coalesce(resource_id, ''))
    gin_trgm_ops
);
