export const loadAuditEntryPanel = () =>
  import('./audit-entry-panel.tsx').then(({ AuditEntryPanel }) => AuditEntryPanel);
