/** Fetches the code that checks, which the list does not wait for. */
export const loadAuditProofLine = () =>
  import('./audit-proof-line.tsx').then(({ AuditProofLine }) => AuditProofLine);
