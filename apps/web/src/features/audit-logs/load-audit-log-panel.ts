/** Fetches the code of an entry's drawer, which the list alone does not need. */
export const loadAuditLogPanel = () =>
  import('./audit-log-panel.tsx').then(({ AuditLogPanel }) => AuditLogPanel);
